// Entry of the install step, in plain JavaScript so that a Node that cannot run TypeScript says so
// instead of failing on the first type.

const NEEDED = 'Node >= 22.18, or >= 22.12 with NODE_OPTIONS=--experimental-strip-types';

if (process.features.typescript) {
  await import('./install.ts');
} else {
  console.error(
    `Cannot build the embedded encoder: Node ${process.versions.node} does not run TypeScript, ${NEEDED} is needed`,
  );
  process.exitCode = 1;
}
