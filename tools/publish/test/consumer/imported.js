/** Every entry of every package, as a module loads it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const names = Object.keys(read('package.json').dependencies);
for (const name of names.filter((one) => one.startsWith('@lading/') && !one.includes('docs-v'))) {
  const { exports } = read(`node_modules/${name}/package.json`);
  for (const entry of Object.keys(exports).filter((one) => one !== './package.json')) {
    assert.equal(typeof (await import(name + entry.slice(1))), 'object', name + entry);
  }
}
console.log('by import');
