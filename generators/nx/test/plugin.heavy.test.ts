/** The plugin in an Nx workspace with two APIs: exact inputs, affected projects, and results that another clone has. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { repository } from '../../testing/workspace-copy.js';

const folder = temporaryFolder();
const workspace = join(folder, 'one');

function put(path: string, content: string | object, root = workspace): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
}

function git(...args: readonly string[]): void {
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@b.c', '-c', 'init.defaultBranch=main'];
  execFileSync('git', [...identity, ...args], { cwd: workspace, stdio: 'ignore' });
}

/** Links the packages of this repository, as an installation does. */
function install(root: string): void {
  mkdirSync(join(root, 'node_modules/.bin'), { recursive: true });
  symlinkSync(join(repository, 'node_modules/nx'), join(root, 'node_modules/nx'));
  symlinkSync(join(repository, 'generators'), join(root, 'node_modules/lading'));
  symlinkSync(join(repository, 'generators/cli/lading.mjs'), join(root, 'node_modules/.bin/lading'));
}

/** Not blocking, since the server of the cache is in this process. */
function nx(args: readonly string[], root = workspace, more: NodeJS.ProcessEnv = {}): Promise<string> {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(NX|FORCE_COLOR|LADING)/.test(name)),
  );
  const env = { ...inherited, NX_DAEMON: 'false', NX_NO_CLOUD: 'true', CI: 'true', NO_COLOR: '1', ...more };
  const child = spawn(process.execPath, [join(repository, 'node_modules/nx/dist/bin/nx.js'), ...args], {
    cwd: root,
    env,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('close', (code) => (code === 0 ? done(output) : failed(new Error(output))));
  });
}

const api = (title: string, schema: object) => ({
  openapi: '3.1.0',
  info: { title, version: '1.0' },
  paths: {},
  components: { schemas: { Thing: schema } },
});

beforeAll(async () => {
  mkdirSync(workspace);
  install(workspace);
  put('package.json', { private: true, type: 'module' });
  put('nx.json', { analytics: false });
  put('.gitignore', 'node_modules\n.nx\ndist\n');
  put('apis/boxes/api.json', api('Boxes', { $ref: 'parts/thing.json' }));
  put('apis/boxes/parts/thing.json', { type: 'object', properties: { size: { type: 'integer' } } });
  put('apis/boxes/parts/unused.json', {});
  put(
    'shared/later.yaml',
    `overlay: 1.0.0\ninfo: { title: Lids, version: '1.1' }\nextends: ../apis/lids/api.json\nactions:\n  - { target: $.info, update: { version: '1.1' } }\n`,
  );
  put('apis/lids/api.json', api('Lids', { type: 'string' }));
  put(
    'shared/emitter.ts',
    `import { defineEmitter } from 'lading/emitter';\nimport { path } from './path.js';\nexport default defineEmitter()({ name: 'titles', emit: ({ api }) => ({ files: [{ path, text: api.title }] }) });\n`,
  );
  put('shared/path.ts', `export const path = 'deep/title.txt';\n`);
  await nx([
    'g',
    'lading:api',
    'apis/boxes',
    '--document=apis/boxes/api.json',
    '--emitter=types',
    '--scope=@acme',
    '--generate=false',
  ]);
  put('apis/lids/lading.config.json', {
    documents: ['api.json'],
    overlays: ['../../shared/later.yaml'],
    emitters: ['types', '../../shared/emitter.ts'],
    workspace: false,
  });
  git('init');
  git('add', '.');
  git('commit', '-m', 'a');
}, 120_000);

describe('the plugin', { timeout: 240_000 }, () => {
  it('is registered by the generator, which writes the configuration and extends the workspace', () => {
    const read = (path: string) => JSON.parse(readFileSync(join(workspace, path), 'utf8')) as object;
    expect(read('nx.json')).toMatchObject({
      plugins: [{ plugin: 'lading/nx' }],
      targetDefaults: { build: { cache: true } },
    });
    expect(read('package.json')).toMatchObject({ workspaces: ['apis/boxes/generated/*/*'] });
    expect(read('apis/boxes/lading.config.json')).toEqual({
      documents: ['api.json'],
      emitters: ['types'],
      scope: '@acme',
      workspace: false,
    });
  });

  it('runs the targets of one of several APIs, and of all', async () => {
    put('apis/both/lading.config.json', {
      apis: {
        boxes: { documents: ['../boxes/api.json'], out: 'out/boxes' },
        lids: { documents: ['../lids/api.json'], scope: '@lids' },
      },
      workspace: false,
    });
    await nx(['run', 'both:generate-lids']);
    expect(existsSync(join(workspace, 'apis/both/generated/lids/v1.0/types/gen'))).toBe(true);
    expect(existsSync(join(workspace, 'apis/both/out'))).toBe(false);
    await nx(['run', 'both:generate']);
    await nx(['run', 'both:check']);
    rmSync(join(workspace, 'apis/both'), { recursive: true });
  });

  it.each([
    ['apis/boxes/parts/thing.json', ['boxes']],
    ['shared/path.ts', ['lids']],
    ['shared/later.yaml', ['lids']],
  ])('a change of %s affects %j', async (file, projects) => {
    const output = await nx(['show', 'projects', '--affected', '--json', `--files=${file}`]);
    expect(JSON.parse(output)).toEqual(projects);
  });

  it('lets another clone take the results from the remote cache, and generate nothing', async () => {
    const stored = new Map<string, Buffer>();
    const requests: string[] = [];
    const server = createServer((request, response) => {
      const [, hash = ''] = /^\/v1\/cache\/([^/]+)$/.exec(request.url ?? '') ?? [];
      const answer = (status: number, body?: Buffer) => {
        requests.push(`${request.method ?? ''} ${status}`);
        response.writeHead(status, { 'content-type': 'application/octet-stream' }).end(body);
      };
      if (request.headers.authorization !== 'Bearer secret') return answer(401);
      if (request.method === 'GET') return answer(stored.has(hash) ? 200 : 404, stored.get(hash));
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        if (stored.has(hash)) return answer(409);
        stored.set(hash, Buffer.concat(chunks));
        answer(200);
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    try {
      const remote = {
        NX_SELF_HOSTED_REMOTE_CACHE_SERVER: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        NX_SELF_HOSTED_REMOTE_CACHE_ACCESS_TOKEN: 'secret',
      };
      const first = await nx(['run-many', '-t', 'generate'], workspace, remote);
      expect(first).not.toContain('remote cache');
      const clone = join(folder, 'two');
      execFileSync('git', ['clone', '-q', workspace, clone]);
      install(clone);
      const second = await nx(['run-many', '-t', 'generate'], clone, remote);
      expect(second.match(/\[remote cache\]/g)).toHaveLength(2);
      expect(requests.filter((one) => one === 'PUT 200')).toHaveLength(2);
      expect(readFileSync(join(clone, 'apis/lids/generated/v1.1/titles/deep/title.txt'), 'utf8')).toBe('Lids');
      for (const path of ['apis/boxes/generated/v1.0/types/gen/index.ts', 'apis/lids/generated/.lading.sha256'])
        expect(readFileSync(join(clone, path), 'utf8')).toBe(readFileSync(join(workspace, path), 'utf8'));
      // What is restored is what a run writes.
      expect(await nx(['run-many', '-t', 'check'], clone)).toContain('up to date');
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('restores generated files, and leaves what is built beside them', async () => {
    const [built, source] = ['dist/index.js', 'gen/index.ts'].map((path) =>
      join(workspace, 'apis/boxes/generated/v1.0/types', path),
    );
    mkdirSync(dirname(built ?? ''), { recursive: true });
    writeFileSync(built ?? '', '');
    rmSync(source ?? '');
    expect(await nx(['run', 'boxes:generate'])).toContain('local cache');
    expect([built, source].map((path) => existsSync(path ?? ''))).toEqual([true, true]);
  });

  it('finds stale files', async () => {
    writeFileSync(join(workspace, 'apis/boxes/generated/v1.0/types/gen/index.ts'), '');
    await expect(nx(['run', 'boxes:check'])).rejects.toThrow('gen/index.ts');
  });
});
