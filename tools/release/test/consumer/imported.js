/** Every entry of every package, as a module loads it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const names = Object.keys(read('package.json').dependencies);
/** The classes of one error, by who has it. */
const classes = { client: new Set(), server: new Set() };
for (const name of names.filter((one) => one.startsWith('@lading/') && !one.includes('docs-v'))) {
  const { exports } = read(`node_modules/${name}/package.json`);
  for (const entry of Object.keys(exports).filter((one) => one !== './package.json')) {
    const module = await import(name + entry.slice(1));
    assert.equal(typeof module, 'object', name + entry);
    if (module.NotFound) classes[name.includes('server') ? 'server' : 'client'].add(module.NotFound);
  }
}
// Whoever catches an error may have it from another entry than the one it was thrown behind.
assert.deepEqual([classes.client.size, classes.server.size], [1, 1], 'an error is the same class behind every entry');
console.log('by import');
