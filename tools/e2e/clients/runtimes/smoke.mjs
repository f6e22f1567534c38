/** A smoke test of the clients that every runtime passes: smoke.mjs HOST, with an engine that has the image alpine. */
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { connect, exec, NotFound, pack, readFile, run, waitFor, writeFile } from '@lading/client';
import * as v144 from '@lading/client-v1.44';

const [host] = process.argv.slice(2);
const { Bun: bun, Deno: deno } = globalThis;
const runtime = bun ? `Bun ${bun.version}` : deno ? `Deno ${deno.version.deno}` : `Node ${process.version}`;
const name = 'runtime-smoke';

const engine = await connect({ host, version: '1.44' });
const single = await v144.connect({ host });
/** The parts of the test, in order. */
const parts = { wholeResponses, output, archives, events, attach, websocket, build, helpers, aborts };
try {
  await engine.container.delete({ id: name, force: true }).catch(() => undefined);
  const body = {
    Image: 'alpine',
    Cmd: ['sh', '-c', 'echo out; echo err >&2; cat'],
    OpenStdin: true,
    AttachStdin: true,
  };
  await engine.container.create({ name, body });
  await engine.container.start({ id: name });
  const failed = [];
  for (const [part, test] of Object.entries(parts)) {
    await within(10_000, test()).catch((error) => failed.push(`${part}: ${error.stack ?? error}`));
  }
  await engine.container.delete({ id: name, force: true });
  if (failed.length > 0) throw new Error(`${runtime}: ${failed.length} parts failed\n${failed.join('\n')}`);
} finally {
  await engine.close();
  await single.close();
}
console.log(`${runtime}: ${Object.keys(parts).length} parts`);
// Nothing may keep the process alive.
setTimeout(() => {
  console.error(`${runtime}: something is still open`);
  process.exit(1);
}, 5000).unref();

function within(milliseconds, promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${milliseconds} ms`)), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

async function wholeResponses() {
  assert.equal((await single.container.list({ filters: { name: [name] } })).length, 1);
  assert.equal((await engine.container.inspect({ id: name })).State.Running, true);
  assert.deepEqual(await engine.container.start({ id: name }), { changed: false });
  await assert.rejects(engine.container.inspect({ id: 'none' }), NotFound);
}

async function output() {
  const logs = await engine.container.logs({ id: name, stdout: true, stderr: true });
  assert.deepEqual(await logs.text(), { stdout: 'out\n', stderr: 'err\n' });
  for await (const { data } of await engine.container.logs({ id: name, stdout: true, follow: true })) {
    assert.equal(String(data), 'out\n');
    break;
  }
}

async function archives() {
  await engine.container.putArchive({ id: name, path: '/tmp', body: pack({ a: 'hello' }) });
  const archive = await buffer(await engine.container.archive({ id: name, path: '/tmp/a' }));
  assert.ok(archive.includes('hello'));
}

async function events() {
  const stream = await engine.system.events({ filters: { type: ['volume'] } });
  await engine.volume.create({ body: { Name: name } });
  await engine.volume.delete({ name });
  const actions = [];
  for await (const { Action } of stream) if (actions.push(Action) === 2) break;
  assert.deepEqual(actions, ['create', 'destroy']);
}

async function attach() {
  const { Id } = await engine.container.exec({
    id: name,
    body: { Cmd: ['cat'], AttachStdin: true, AttachStdout: true },
  });
  const attachment = await engine.exec.start({ id: Id, body: {} });
  attachment.stdin.end('through');
  assert.equal((await attachment.text()).stdout, 'through');
}

async function websocket() {
  const socket = await engine.container.attachWebsocket({ id: name, stream: true, stdin: true, stdout: true });
  socket.write('ping\n');
  for await (const data of socket) {
    assert.equal(String(data), 'ping\n');
    break;
  }
  socket.destroy();
}

async function build() {
  const body = pack({ Dockerfile: 'FROM alpine\nRUN true\n' });
  const items = await (await engine.image.build({ t: `${name}:1`, body })).toArray();
  assert.ok(items.some(({ stream }) => stream?.startsWith('Successfully built')));
  await engine.image.delete({ name: `${name}:1` });
}

async function helpers() {
  assert.deepEqual(await exec(engine, name, ['sh', '-c', 'exit 3']), { exitCode: 3, stdout: '', stderr: '' });
  await writeFile(engine, name, '/tmp/b', 'bytes');
  assert.equal(String(await readFile(engine, name, '/tmp/b')), 'bytes');
  assert.equal((await run(engine, { image: 'alpine', command: ['echo', 'hi'] })).stdout, 'hi\n');
  await assert.rejects(waitFor(engine, name, { port: 80 }), { code: 'WAIT_NOT_PUBLISHED' });
}

async function aborts() {
  const abort = new AbortController();
  const wait = engine.container.wait({ id: name }, { signal: abort.signal });
  setTimeout(() => abort.abort(), 50);
  await assert.rejects(wait, { name: 'AbortError' });
  await assert.rejects(engine.container.list({}, { signal: AbortSignal.abort() }));
}
