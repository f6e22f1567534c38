/** Builds the image of the bridge on a real engine, and serves a client of an old version by a container of it. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect, follow } from '@lading/client';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { home } from '../command-line.js';

const socket = join(home, '26.1/dk/docker.sock');
const isReachable = existsSync(socket);
const required = process.env['LADING_ENGINES_REQUIRED'] === '1';
if (!isReachable && !required) console.warn(`SKIPPED: the image of the bridge is not built: there is no ${socket}`);
const bridge = join(import.meta.dirname, '../../../../packages/bridge');
const folder = mkdtempSync(join(tmpdir(), 'lading-image-'));

/** Copies a package and all that it needs, as an installation has them. */
function install(name: string, from: string, done = new Set<string>()): void {
  if (done.has(name)) return;
  done.add(name);
  const source = folderOf(name, from);
  cpSync(source, join(folder, 'context/node_modules', name), {
    recursive: true,
    dereference: true,
    filter: (path) => !/\/(node_modules|src|test)$/.test(path.slice(source.length)),
  });
  const { dependencies = {} } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as {
    readonly dependencies?: Readonly<Record<string, string>>;
  };
  for (const dependency of Object.keys(dependencies)) install(dependency, source, done);
}

function folderOf(name: string, from: string): string {
  const found = createRequire(join(from, 'package.json')).resolve.paths(name);
  const parent = found?.find((path) => existsSync(join(path, name, 'package.json')));
  if (parent === undefined) throw new Error(`${name} is not installed`);
  return join(parent, name);
}

/** Returns an archive with the files of this machine that Node consists of. */
function base(): Buffer {
  const libraries = execFileSync('ldd', [process.execPath], { encoding: 'utf8' }).match(/\/\S+(?= \(0x)/g) ?? [];
  for (const path of libraries) {
    mkdirSync(join(folder, 'base', dirname(path)), { recursive: true });
    cpSync(path, join(folder, 'base', path), { dereference: true });
  }
  mkdirSync(join(folder, 'base/usr/bin'), { recursive: true });
  cpSync(process.execPath, join(folder, 'base/usr/bin/node'), { dereference: true });
  return archiveOf('base');
}

const archiveOf = (name: string) =>
  execFileSync('tar', ['-c', '-C', join(folder, name), '.'], { maxBuffer: 1024 * 1024 * 1024 });

const get = (socketPath: string, path: string) =>
  new Promise<string>((resolve, reject) => {
    const call = request({ socketPath, path, agent: false }, (response) => void text(response).then(resolve, reject));
    call.on('error', reject).end();
  });

beforeAll(() => {
  if (!isReachable) return;
  install('@lading/bridge', join(import.meta.dirname, '..'));
  cpSync(join(bridge, 'Dockerfile'), join(folder, 'context/Dockerfile'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.skipIf(!isReachable && !required)(
  'serves a client of 1.24 from a container',
  async () => {
    const engine = await connect({ host: `unix://${socket}` });
    await (await engine.image.create({ fromSrc: '-', repo: 'lading/node', tag: '1', body: base() })).done();
    const body = archiveOf('context');
    await follow(await engine.image.build({ body, t: ['lading/bridge:1'], buildargs: { BASE: 'lading/node:1' } }), {});
    const { Id: id } = await engine.container.create({
      body: {
        Image: 'lading/bridge:1',
        Cmd: ['--listen=unix:///engine/bridge.sock', '--engine=unix:///engine/docker.sock', '--as=1.44'],
        HostConfig: { Binds: ['/dk:/engine'] },
      },
    });
    try {
      await engine.container.start({ id });
      const own = join(home, '26.1/dk/bridge.sock');
      // A socket file may be there from a bridge that was killed.
      const list = await vi.waitFor(() => get(own, '/v1.24/images/json'), { timeout: 20_000 });
      const images = JSON.parse(list) as readonly { readonly Size: number; readonly VirtualSize?: number }[];
      expect(images.length).toBeGreaterThan(0);
      for (const { Size, VirtualSize } of images) expect(VirtualSize).toBe(Size);
      await engine.container.stop({ id });
      expect((await engine.container.inspect({ id })).State?.ExitCode).toBe(0);
      rmSync(own, { force: true });
    } finally {
      await engine.container.delete({ id, force: true });
    }
  },
  120_000,
);
