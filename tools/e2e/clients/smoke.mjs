/**
 * A smoke test of the client of one version and of that of all, which every runtime passes: smoke.mjs VERSION HOST [TREE]. The
 * engine has the image alpine, or a tree with the files of an image. It fails if open sockets keep the process alive.
 */
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { connect as connectAny, exec, pack, readFile, run, waitFor, writeFile } from '@lading/client';
import * as v141 from '@lading/client-v1.41';
import * as v144 from '@lading/client-v1.44';
import { rootfs } from '../../conformance/dist/drivers/fixtures.js';

const [version, host, tree] = process.argv.slice(2);
const { connect, NotFound } = version === '1.41' ? v141 : v144;
const { Bun: bun, Deno: deno } = globalThis;
const runtime = bun ? `Bun ${bun.version}` : deno ? `Deno ${deno.version.deno}` : `Node ${process.version}`;
const name = 'e2e-clients-smoke';
const repo = 'e2e-clients/smoke';
const image = tree === undefined ? 'alpine' : `${repo}:1`;

/** A command that writes after the end of its input. */
const echoing = ['sh', '-c', 'cat; echo end'];

const engine = await connect({ host });
const any = await connectAny({ host, version });
/** The parts of the test, in order; each cleans up after itself. */
const parts = { wholeResponses, output, archives, events, execution, attach, websocket, images, helpers, aborts };
try {
  await engine.container.delete({ id: name, force: true }).catch(() => undefined);
  if (tree !== undefined)
    await (await engine.image.create({ fromSrc: '-', repo, tag: '1', body: await rootfs(tree) })).done();
  const Cmd = ['sh', '-c', 'echo out; echo err >&2; exec cat'];
  const body = { Image: image, Cmd, OpenStdin: true, AttachStdin: true, Volumes: { '/scratch': {} } };
  const { Id: id } = await engine.container.create({ name, body });
  assert.deepEqual(await engine.container.start({ id }), { changed: true });
  const failed = [];
  for (const [part, test] of Object.entries(parts))
    await within(20_000, test(id)).catch((error) => failed.push(`${part}: ${error.stack ?? error}`));
  await engine.container.delete({ id, force: true, v: true });
  if (tree !== undefined) await engine.image.delete({ name: image, force: true });
  if (failed.length > 0) throw new Error(`${runtime}: ${failed.length} parts failed\n${failed.join('\n')}`);
} finally {
  await engine.close();
  await any.close();
}
const form = import.meta.url.includes('e2e') ? 'by import' : 'bundled';
console.log(`${runtime}: client ${version} ${form}, ${Object.keys(parts).length} parts`);
// Nothing may keep the process alive.
setTimeout(() => {
  console.error(`${runtime}: still open: ${process.getActiveResourcesInfo?.().join(', ')}`);
  process.exit(1);
}, 5000).unref();

function within(milliseconds, promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${milliseconds} ms`)), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

async function wholeResponses(id) {
  for (const client of [engine, any]) {
    assert.equal((await client.container.list({ filters: { name: [name] } })).length, 1);
    assert.equal((await client.container.inspect({ id })).State.Running, true);
    assert.deepEqual(await client.container.start({ id }), { changed: false });
  }
  await assert.rejects(engine.container.inspect({ id: 'e2e-clients-none' }), NotFound);
}

async function output(id) {
  for await (const { data } of await engine.container.logs({ id, stdout: true, follow: true })) {
    assert.equal(String(data), 'out\n');
    break;
  }
  const logs = await engine.container.logs({ id, stdout: true, stderr: true });
  assert.deepEqual(await logs.text(), { stdout: 'out\n', stderr: 'err\n' });
}

async function archives(id) {
  await engine.container.putArchive({ id, path: '/tmp', body: pack({ file: 'content\n' }) });
  assert.ok((await buffer(await engine.container.archive({ id, path: '/tmp/file' }))).includes('content\n'));
}

/** Ends a stream of events by `break`, and one by its signal. */
async function events() {
  const abort = new AbortController();
  for (const options of [{}, { signal: abort.signal }]) {
    const stream = await engine.system.events({ filters: { type: ['volume'] } }, options);
    await engine.volume.create({ body: { Name: name } });
    await engine.volume.delete({ name });
    const seen = [];
    const read = async () => {
      for await (const { Action } of stream) {
        if (seen.push(Action) < 2) continue;
        if (options.signal === undefined) break;
        abort.abort();
      }
    };
    if (options.signal === undefined) await read();
    else await assert.rejects(read, { name: 'AbortError' });
    assert.deepEqual(seen, ['create', 'destroy']);
  }
}

/** Ends the input of such a command while its output continues. */
async function ends(session) {
  session.stdin.end('input\n');
  assert.deepEqual(await session.text(), { stdout: 'input\nend\n', stderr: '' });
}

async function execution(id) {
  const { Id } = await engine.container.exec({ id, body: { AttachStdin: true, AttachStdout: true, Cmd: echoing } });
  await ends(await engine.exec.start({ id: Id, body: {} }));
}

async function attach() {
  const body = { Image: image, Cmd: echoing, OpenStdin: true, StdinOnce: true, AttachStdin: true };
  const { Id: id } = await engine.container.create({ body });
  const session = await engine.container.attach({ id, stream: true, stdin: true, stdout: true, stderr: true });
  await engine.container.start({ id });
  await ends(session);
  assert.equal((await engine.container.wait({ id })).StatusCode, 0);
  await engine.container.delete({ id });
}

async function websocket(id) {
  const socket = await engine.container.attachWebsocket({ id, stream: true, stdin: true, stdout: true });
  socket.write('over a WebSocket\n');
  for await (const data of socket) {
    assert.equal(String(data), 'over a WebSocket\n');
    break;
  }
  socket.destroy();
}

/** Builds an image, saves it and loads it. */
async function images() {
  const body = pack({ Dockerfile: `FROM ${image}\nRUN true\nLABEL a=b\n` });
  const items = await (await engine.image.build({ body, t: [`${repo}:2`] })).toArray();
  assert.ok(items.some(({ stream }) => stream?.startsWith('Successfully built')));
  const saved = await buffer(await engine.image.get({ name: `${repo}:2` }));
  await engine.image.delete({ name: `${repo}:2` });
  await (await engine.image.load({ body: saved })).done();
  await engine.image.delete({ name: `${repo}:2` });
}

async function helpers() {
  assert.deepEqual(await exec(any, name, ['sh', '-c', 'exit 3']), { exitCode: 3, stdout: '', stderr: '' });
  await writeFile(any, name, '/tmp/b', 'bytes');
  assert.equal(String(await readFile(any, name, '/tmp/b')), 'bytes');
  assert.equal((await run(any, { image, command: ['echo', 'hi'] })).stdout, 'hi\n');
  await assert.rejects(waitFor(any, name, { port: 80 }), { code: 'WAIT_NOT_PUBLISHED' });
}

async function aborts(id) {
  const abort = new AbortController();
  const wait = engine.container.wait({ id }, { signal: abort.signal });
  setTimeout(() => abort.abort(), 50);
  await assert.rejects(wait, { name: 'AbortError' });
  await assert.rejects(engine.container.list({}, { signal: AbortSignal.abort() }));
}
