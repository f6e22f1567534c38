/** The same packages as code that is no module loads them. */
const assert = require('node:assert/strict');
const { readFileSync } = require('node:fs');

const { dependencies } = JSON.parse(readFileSync(`${__dirname}/package.json`, 'utf8'));
for (const name of Object.keys(dependencies).filter((one) => one.startsWith('@lading/') && !one.includes('docs-v'))) {
  const { exports } = require(`${name}/package.json`);
  for (const entry of Object.keys(exports).filter((one) => one !== './package.json')) {
    assert.equal(typeof require(name + entry.slice(1)), 'object', name + entry);
  }
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
