import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Run, readAccount } from '../../../workers/local/account.ts';
import { readConfigFile } from '../../../workers/local/config-file.ts';
import { NOTHING } from '../../../workers/local/deploy-plan.ts';
import { DEPLOYED_CONFIGS } from '../../../workers/local/resources.ts';

const ROOT = join(import.meta.dirname, '../../..');
const configs = DEPLOYED_CONFIGS.map((path) => readConfigFile(ROOT, path));
const secretWorkers = configs.filter(({ secrets }) => secrets).map(({ name }) => name);

/** A wrangler that answers from a table of commands; an unknown command fails. */
function fakeRun(answers: Readonly<Record<string, string | { readonly stderr: string }>>): Run {
  return async (args) => {
    const answer = answers[args.join(' ')] ?? { stderr: `unexpected: ${args.join(' ')}` };
    return typeof answer === 'string'
      ? { code: 0, stdout: answer, stderr: '' }
      : { code: 1, stdout: '', stderr: answer.stderr };
  };
}

const secretLists = (answer: string | { readonly stderr: string }) =>
  Object.fromEntries(secretWorkers.map((name) => [`secret list --name ${name}`, answer] as const));

describe('readAccount()', () => {
  it('reads an empty account, where no Worker has been deployed', async () => {
    const run = fakeRun({
      'd1 list --json': '[]\n',
      'r2 bucket list': 'Listing buckets...\n\n',
      'vectorize list --json': '[]\n',
      ...secretLists({ stderr: 'This Worker does not exist on your account. [code: 10007]' }),
    });
    const secrets = Object.fromEntries(secretWorkers.map((name) => [name, []] as const));
    expect(await readAccount(run, configs)).toEqual({ ...NOTHING, secrets });
  });

  it('reads what is there, with the notes that wrangler prints before it', async () => {
    const run = fakeRun({
      'd1 list --json': 'A note.\n[{"uuid": "u", "name": "casement", "version": "production"}]\n',
      'r2 bucket list':
        'Listing buckets...\nname:           casement-offload\ncreation_date:  2026-11-01\n\nname:           other\n',
      'vectorize list --json':
        '[{"name": "casement-memories", "config": {"dimensions": 768, "metric": "cosine"}}, {"name": "foreign", "config": {"dimensions": 3, "metric": "cosine"}}]',
      'vectorize list-metadata-index casement-memories --json':
        '[{"propertyName": "user_id", "indexType": "String"}]',
      ...secretLists('[{"name": "HANDLE_SECRET", "type": "secret_text"}]'),
    });
    const existing = await readAccount(run, configs);
    expect(existing.databases).toMatchObject([{ name: 'casement', uuid: 'u' }]);
    expect(existing.buckets).toEqual(['casement-offload', 'other']);
    expect(existing.indexes).toEqual([
      { name: 'casement-memories', dimensions: 768, metadataProperties: ['user_id'] },
    ]);
    expect(existing.secrets['casement-offload']).toEqual(['HANDLE_SECRET']);
  });

  it('fails with what wrangler said, rather than taking an account for empty', async () => {
    const lists = { 'd1 list --json': '[]', 'r2 bucket list': '', 'vectorize list --json': '[]' };
    const denied = { stderr: 'Authentication error [code: 10000]' };
    await expect(readAccount(fakeRun({}), configs)).rejects.toThrow('Cannot list databases');
    await expect(
      readAccount(fakeRun({ ...lists, ...secretLists(denied) }), configs),
    ).rejects.toThrow('Authentication error');
  });
});
