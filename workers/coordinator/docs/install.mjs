// Install step: puts the files of the API viewer where the Worker serves them from, so that /docs
// needs no other server. Plain JavaScript without imports of ours: it runs before anything is built.
import { copyFileSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'LICENSE', 'NOTICE'];

const from = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const to = join(import.meta.dirname, '../generated/docs');
mkdirSync(to, { recursive: true });
for (const file of FILES) copyFileSync(join(from, file), join(to, file));
