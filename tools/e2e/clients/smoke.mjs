/** A smoke test of one client and one engine: smoke.mjs VERSION HOST. It fails if open sockets keep the process alive. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import * as v141 from '@lading/client-v1.41';
import * as v144 from '@lading/client-v1.44';
import { rootfs } from '../../conformance/dist/drivers/fixtures.js';
import { tarArchive } from '../../conformance/dist/drivers/tar.js';

const [version, host] = process.argv.slice(2);
const { connect, NotFound } = version === '1.41' ? v141 : v144;
const tree = host.replace('unix://', '').replace(/\/dk\/docker\.sock$/, '');
const name = 'e2e-clients-smoke';
const repo = 'e2e-clients/smoke';
const image = `${repo}:1`;

const engine = await connect({ host });
/** The parts of the test; each cleans up after itself. */
const parts = { wholeResponses, events, logs, exec, attach, archives, websocket, images };
try {
  await engine.container.delete({ id: name, force: true }).catch(() => undefined);
  await (await engine.image.create({ fromSrc: '-', repo, tag: '1', body: await rootfs(tree) })).done();
  const Cmd = ['sh', '-c', 'echo out; echo err >&2; exec cat'];
  const body = { Image: image, Cmd, OpenStdin: true, AttachStdin: true, Volumes: { '/scratch': {} } };
  const { Id: id } = await engine.container.create({ name, body });
  assert.deepEqual(await engine.container.start({ id }), { changed: true });
  for (const [part, run] of Object.entries(parts)) {
    await run(id).catch((error) => {
      throw new Error(`${part} under Node ${process.version}`, { cause: error });
    });
  }
  await engine.container.delete({ id, force: true, v: true });
  await engine.image.delete({ name: image, force: true });
} finally {
  await engine.close();
}
const form = import.meta.url.includes('bundle') ? 'bundled' : 'by import';
console.log(`Node ${process.version}: client ${version} ${form}, ${Object.keys(parts).length} parts`);
// Nothing may keep the process alive.
setTimeout(() => {
  console.error(`Still open: ${process.getActiveResourcesInfo().join(', ')}`);
  process.exit(1);
}, 5000).unref();

async function wholeResponses(id) {
  assert.equal((await engine.container.list({ filters: { name: [name] } })).length, 1);
  assert.equal((await engine.container.inspect({ id })).State.Running, true);
  assert.deepEqual(await engine.container.start({ id }), { changed: false });
  await assert.rejects(engine.container.inspect({ id: 'e2e-clients-none' }), NotFound);
}

async function events() {
  const abort = new AbortController();
  const stream = await engine.system.events({ filters: { type: ['volume'] } }, { signal: abort.signal });
  await engine.volume.create({ body: { Name: name } });
  await engine.volume.delete({ name });
  const seen = [];
  await assert.rejects(
    async () => {
      for await (const { Action } of stream) if (seen.push(Action) === 2) abort.abort();
    },
    { name: 'AbortError' },
  );
  assert.deepEqual(seen, ['create', 'destroy']);
}

async function logs(id) {
  for await (const { data } of await engine.container.logs({ id, stdout: true, follow: true })) {
    assert.equal(String(data), 'out\n');
    break;
  }
  assert.deepEqual(await (await engine.container.logs({ id, stdout: true, stderr: true })).text(), {
    stdout: 'out\n',
    stderr: 'err\n',
  });
}

/** Ends the input while the output continues. */
async function exec(id) {
  const Cmd = ['sh', '-c', 'cat; echo end'];
  const { Id } = await engine.container.exec({ id, body: { AttachStdin: true, AttachStdout: true, Cmd } });
  const session = await engine.exec.start({ id: Id, body: {} });
  session.stdin.end('input\n');
  assert.deepEqual(await session.text(), { stdout: 'input\nend\n', stderr: '' });
}

async function attach() {
  const Cmd = ['sh', '-c', 'cat; echo end'];
  const body = { Image: image, Cmd, OpenStdin: true, StdinOnce: true, AttachStdin: true };
  const { Id: id } = await engine.container.create({ body });
  const session = await engine.container.attach({ id, stream: true, stdin: true, stdout: true, stderr: true });
  await engine.container.start({ id });
  session.stdin.end('input\n');
  assert.deepEqual(await session.text(), { stdout: 'input\nend\n', stderr: '' });
  assert.equal((await engine.container.wait({ id })).StatusCode, 0);
  await engine.container.delete({ id });
}

async function archives(id) {
  await engine.container.putArchive({
    id,
    path: '/data',
    body: await tarArchive([{ name: 'file', data: 'content\n' }]),
  });
  assert.ok((await buffer(await engine.container.archive({ id, path: '/data/file' }))).includes('content\n'));
}

async function websocket(id) {
  const socket = await engine.container.attachWebsocket({ id, stream: true, stdin: true, stdout: true });
  socket.write('over a WebSocket\n');
  const [chunk] = await once(socket, 'data');
  assert.equal(String(chunk), 'over a WebSocket\n');
  socket.destroy();
}

async function images() {
  const dockerfile = await tarArchive([{ name: 'Dockerfile', data: `FROM ${image}\nLABEL a=b\n` }]);
  await (await engine.image.build({ body: dockerfile, t: [`${repo}:2`] })).done();
  const saved = await buffer(await engine.image.get({ name: `${repo}:2` }));
  await engine.image.delete({ name: `${repo}:2` });
  await (await engine.image.load({ body: saved })).done();
  await engine.image.delete({ name: `${repo}:2` });
}
