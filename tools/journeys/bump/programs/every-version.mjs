/** Clients of every version call a server, an engine, and a bridge to an engine of one version: `node every-version.mjs BASE NEWEST`. */
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { listen } from '@lading/bridge';
import { connect } from '@lading/client';
import { contracts } from '@lading/conversions/contracts';
import { startEngine } from '@lading/engine';
import { createServer } from '@lading/server';

const [base, newest] = process.argv.slice(2);
const versions = Object.keys(contracts);
assert.ok(versions.includes(newest) && versions.includes(base), versions.join());

function ask(socketPath, method, path, body) {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const sent = request({ socketPath, method, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode, text }));
    });
    sent.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Calls with a client of each version, and with the typed clients of two. */
async function serves(socketPath) {
  for (const version of versions) {
    const created = await ask(socketPath, 'POST', `/v${version}/containers/create?name=of-${version}`, {
      Image: 'alpine',
    });
    assert.equal(created.status, 201, `${version}: ${created.text}`);
    const listed = await ask(socketPath, 'GET', `/v${version}/containers/json?all=1`);
    assert.equal(listed.status, 200, `${version}: ${listed.text}`);
    assert.ok(JSON.parse(listed.text).length > 0, version);
  }
  for (const version of [base, newest]) {
    const engine = await connect({ host: `unix://${socketPath}`, version });
    assert.equal(engine.version, version);
    const { Id } = await engine.container.create({ name: `typed-${version}`, body: { Image: 'alpine' } });
    assert.ok(
      (await engine.container.list({ all: true })).some((container) => container.Id === Id),
      version,
    );
    await engine.close();
  }
}

const containers = [];
const server = createServer(
  {
    system: { ping: () => 'OK' },
    container: {
      create({ query: { name = 'unnamed' } }) {
        containers.push({
          Id: name,
          Names: [`/${name}`],
          Image: 'alpine',
          ImageID: '',
          Command: '',
          Created: 0,
          Ports: [],
          Labels: {},
          State: 'created',
          Status: '',
          HostConfig: { NetworkMode: 'default' },
          NetworkSettings: null,
          Mounts: [],
        });
        return { Id: name, Warnings: [] };
      },
      list: () => containers,
    },
  },
  { checkResponses: 'off' },
);
await server.listen({ path: '/tmp/server.sock' });
await serves('/tmp/server.sock');
await server.close();

const engine = await startEngine({ images: ['alpine'] });
await serves(engine.address.replace('unix://', ''));

const older = await startEngine({ images: ['alpine'], api: `${base}-${base}` });
const bridge = await listen({ address: 'unix:///tmp/bridge.sock', engine: older.address });
await serves('/tmp/bridge.sock');
await bridge.close();
await older.close();
await engine.close();
console.log(`${versions.length} versions`);
