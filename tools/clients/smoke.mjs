/** One client, one engine, and whatever Node this is run by: smoke.mjs VERSION HOST. It ends by itself, or sockets are left. */
import assert from 'node:assert/strict';
import { tar } from '../conformance/dist/drivers/tar.js';
import { rootfs } from '../conformance/dist/drivers/fixtures.js';

const [version, host] = process.argv.slice(2);
const { connect, NotFound } = await import(process.env.LADING_CLIENT ?? `@lading/client-v${version}`);
const tree = host.replace('unix://', '').replace(/\/dk\/docker\.sock$/, '');
const name = 'clients-judge-smoke';
const image = 'clients-judge/smoke:1';

const engine = await connect({ host });
try {
  await engine.container.delete({ id: name, force: true }).catch(() => undefined);
  const base = rootfs(tree);
  await (await engine.image.create({ fromSrc: '-', repo: 'clients-judge/smoke', tag: '1', body: base })).done();
  const abort = new AbortController();
  const events = (await engine.system.events({}, { signal: abort.signal })).toArray();
  // Should something else fail first, that is what has to be told.
  events.catch(() => undefined);
  const Cmd = ['sh', '-c', 'echo out; echo err >&2; exec sleep 600'];
  const { Id: id } = await engine.container.create({ name, body: { Image: image, Cmd } });
  assert.deepEqual(await engine.container.start({ id }), { changed: true });
  assert.equal((await engine.container.list({ filters: { name: [name] } })).length, 1);
  for await (const { data } of await engine.container.logs({ id, stdout: true, follow: true })) {
    assert.equal(String(data), 'out\n');
    break;
  }
  const body = { AttachStdin: true, AttachStdout: true, AttachStderr: true, Cmd: ['cat'] };
  const exec = await engine.container.exec({ id, body });
  const session = await engine.exec.start({ id: exec.Id, body: {} });
  session.stdin.end('input');
  assert.deepEqual(await session.text(), { stdout: 'input', stderr: '' });
  const archive = tar([{ name: 'file', data: 'file\n' }]);
  await engine.container.putArchive({ id, path: '/data', body: archive });
  await assert.rejects(engine.container.inspect({ id: 'clients-judge-none' }), NotFound);
  await engine.container.delete({ id, force: true });
  abort.abort();
  await assert.rejects(events, { name: 'AbortError' });
  await engine.image.delete({ name: image, force: true });
} finally {
  await engine.close();
}
console.log(`Node ${process.version}: client ${version} on ${host}`);
// Nothing may keep the process alive.
setTimeout(() => {
  console.error(`Still open: ${process.getActiveResourcesInfo().join(', ')}`);
  process.exit(1);
}, 5000).unref();
