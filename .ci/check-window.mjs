// Checks the answer of the main job: a window within its budget, with a fate for every candidate.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

const window = JSON.parse(readFileSync(process.argv[2], 'utf8'));
assert.match(window.window_id, /^win_/);
assert.ok(window.tokens.total > 0 && window.tokens.total <= window.tokens.budget);
assert.equal(window.tokens.budget, 500);
for (const source of ['policy/returns', 'blog/shipping']) {
  assert.equal(window.chunks.filter((chunk) => chunk.source === source).length, 1);
}
console.log(window.card);
