/** Imports every entry point of every package from an ES module. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const names = Object.keys(read('package.json').dependencies);
/** The classes of one error, in clients and servers. */
const classes = { client: new Set(), server: new Set() };
for (const name of names.filter((one) => one.startsWith('@lading/') && !one.includes('docs-v'))) {
  const { exports } = read(`node_modules/${name}/package.json`);
  for (const entry of Object.keys(exports).flatMap((one) => entriesOf(name, one, exports[one].default))) {
    const module = await import(name + entry.slice(1));
    assert.equal(typeof module, 'object', name + entry);
    if (module.NotFound) classes[name.includes('server') ? 'server' : 'client'].add(module.NotFound);
  }
}

/** The entry points of a key of `exports`: a pattern, `./v*`, stands for one of each folder that its target names. */
function entriesOf(name, key, target) {
  if (key === './package.json') return [];
  if (!key.includes('*')) return [key];
  const [, folder, start] = /^(.*)\/([^*]*)\*/.exec(target);
  const folders = readdirSync(new URL(`node_modules/${name}/${folder}`, import.meta.url));
  const [first] = key.split('*');
  return folders.filter((one) => one.startsWith(start)).map((one) => first + one.slice(start.length));
}

// A program may import an error class from another entry point than the one that throws it.
assert.deepEqual([classes.client.size, classes.server.size], [1, 1], 'an error is the same class in every entry point');
console.log('by import');
