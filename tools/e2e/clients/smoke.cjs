/** The clients as code that is no module loads them: smoke.cjs VERSION HOST. */
const assert = require('node:assert/strict');
const any = require('@lading/client');
const own = { 1.41: require('@lading/client-v1.41'), 1.44: require('@lading/client-v1.44') };

async function main() {
  const [version, host] = process.argv.slice(2);
  const { connect, NotFound } = own[version];
  const engine = await connect({ host });
  assert.equal(await engine.system.ping(), 'OK');
  await assert.rejects(engine.container.inspect({ id: 'e2e-clients-none' }), NotFound);
  await engine.close();
  const newest = await any.connect({ host });
  assert.equal(newest.version, version);
  await newest.close();
  console.log(`Node ${process.version}: client ${version} ${__filename.includes('e2e') ? 'by require()' : 'bundled'}`);
}

void main();
