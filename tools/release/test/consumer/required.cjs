/** The same packages as code that is no module loads them. */
const assert = require('node:assert/strict');
const { readFileSync, readdirSync } = require('node:fs');

const { dependencies } = JSON.parse(readFileSync(`${__dirname}/package.json`, 'utf8'));
for (const name of Object.keys(dependencies).filter((one) => one.startsWith('@lading/') && !one.includes('docs-v'))) {
  const { exports } = require(`${name}/package.json`);
  for (const entry of Object.keys(exports).flatMap((one) => entriesOf(name, one, exports[one].default))) {
    assert.equal(typeof require(name + entry.slice(1)), 'object', name + entry);
  }
}

/** The entry points of a key of `exports`: a pattern, `./v*`, stands for one of each folder that its target names. */
function entriesOf(name, key, target) {
  if (key === './package.json') return [];
  if (!key.includes('*')) return [key];
  const [, folder, start] = /^(.*)\/([^*]*)\*/.exec(target);
  const folders = readdirSync(`${__dirname}/node_modules/${name}/${folder}`).filter((one) => one.startsWith(start));
  const [first] = key.split('*');
  return folders.map((one) => first + one.slice(start.length));
}

async function main() {
  const { createServer } = require('@lading/server');
  const server = createServer({ system: { ping: () => 'OK' } });
  const { address } = await server.listen({ port: 0, host: '127.0.0.1' });
  for (const version of ['1.41', '1.44']) {
    const client = await require(`@lading/client-v${version}`).connect({ host: address.replace(/^http:/, 'tcp:') });
    assert.equal(await client.system.ping(), 'OK');
    await client.close();
  }
  await server.close();
  console.log('by require()');
}

void main();
