/** Clients of every version call a server, an engine, and a bridge to an engine of one version: `node every-version.mjs BASE NEWEST`. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { listen } from '@lading/bridge';
import { connect } from '@lading/client';
import { contracts } from '@lading/conversions/contracts';
import { startEngine } from '@lading/engine';
import { createServer } from '@lading/server';

const [base, newest] = process.argv.slice(2);
const versions = Object.keys(contracts);
const execute = promisify(execFile);
assert.ok(versions.includes(newest) && versions.includes(base), versions.join());

async function ask(socketPath, path, ...options) {
  const { stdout } = await execute('curl', ['-sS', '--unix-socket', socketPath, ...options, `http://localhost${path}`]);
  return JSON.parse(stdout);
}

/** Calls with a client of each version, and with the typed clients of two. */
async function serves(socketPath) {
  for (const version of versions) {
    const sent = ['-H', 'content-type: application/json', '-d', '{"Image":"alpine"}'];
    const created = await ask(socketPath, `/v${version}/containers/create?name=of-${version}`, ...sent);
    assert.ok(created.Id, `${version}: ${created.message}`);
    const listed = await ask(socketPath, `/v${version}/containers/json?all=1`);
    assert.ok(listed.length > 0, `${version}: ${listed.message}`);
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
        containers.push({ Id: name, Names: [`/${name}`], NetworkSettings: null, Mounts: [] });
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
