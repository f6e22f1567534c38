/** The client as code that is no module loads it: smoke.cjs VERSION HOST. */
const assert = require('node:assert/strict');

const [version, host] = process.argv.slice(2);
const own = require(`@lading/client-v${version}`);
const any = require('@lading/client');

async function main() {
  const engine = await own.connect({ host });
  assert.equal(await engine.system.ping(), 'OK');
  await assert.rejects(engine.container.inspect({ id: 'e2e-clients-none' }), own.NotFound);
  await engine.close();
  const newest = await any.connect({ host });
  assert.equal(newest.version, version);
  await newest.close();
  console.log(`Node ${process.version}: client ${version} by require()`);
}

void main();
