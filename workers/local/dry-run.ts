/** Bundles every Worker as a deployment would and uploads nothing. Needs no account. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { must } from './account.ts';
import { readConfigFile } from './config-file.ts';
import { ROOT } from './prepare-local.ts';
import { DEPLOYED_CONFIGS } from './resources.ts';
import { runWrangler } from './wrangler.ts';

/** How large one bundled Worker is, in wrangler's words. */
export interface BundleReport {
  readonly name: string;
  readonly size: string;
}

/**
 * Bundles all Workers from the production files, one after the other.
 * @throws Error with wrangler's output for the first Worker that does not bundle
 */
export async function dryRunAll(root: string): Promise<readonly BundleReport[]> {
  const outDir = mkdtempSync(join(tmpdir(), 'casement-dry-run-'));
  try {
    const reports: BundleReport[] = [];
    for (const path of DEPLOYED_CONFIGS) {
      const { name } = readConfigFile(root, path);
      const output = await must(
        runWrangler(['deploy', '--dry-run', '-c', path, '--outdir', join(outDir, name)], {
          cwd: root,
        }),
        `bundle ${name}`,
      );
      reports.push({ name, size: /^Total Upload: (.+)$/m.exec(output)?.[1] ?? 'size unknown' });
    }
    return reports;
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  try {
    for (const { name, size } of await dryRunAll(ROOT)) {
      process.stdout.write(`${name}: ${size}\n`);
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
