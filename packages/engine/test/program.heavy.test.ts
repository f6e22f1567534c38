/** The command `lading-engine`. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import module from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { connect } from '@lading/client';
import { beforeAll, describe, expect, it } from 'vitest';

const command = join(import.meta.dirname, '../bin/lading-engine.mjs');
let folder: string;
beforeAll(() => {
  folder = temporaryFolder();
});

const run = (...words: readonly string[]) => runWith({}, words);

/** Runs the command until it prints a line or ends. */
function runWith(variables: Readonly<Record<string, string>>, words: readonly string[]) {
  const env = { ...process.env, XDG_CACHE_HOME: folder, ...variables };
  const child = spawn(process.execPath, [command, ...words], { stdio: ['ignore', 'pipe', 'pipe'], env });
  let output = '';
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const ready = new Promise<void>((resolve) => {
    const onData = (data: Buffer): void => {
      output += data.toString();
      if (output.includes('\n')) resolve();
    };
    child.stdout.on('data', onData);
    child.stderr.on('data', onData);
    void exit.then(() => resolve());
  });
  return { child, exit, ready, output: () => output };
}

it('serves what the seed has, and ends on SIGTERM whatever runs', async () => {
  const seed = join(folder, 'seed.json');
  const socket = join(folder, 's');
  const containers = [{ name: 'web', start: true, Image: 'alpine', Cmd: ['sleep', 'infinity'] }];
  writeFileSync(seed, JSON.stringify({ images: ['alpine'], networks: [{ Name: 'back' }], volumes: [{ Name: 'data' }], containers })); // prettier-ignore
  const { child, exit, ready, output } = run('--host', `unix://${socket}`, '--seed', seed, '--no-ports', '--log');
  await ready;
  expect(output()).toBe(`listening on unix://${socket}\n`);
  const client = await connect({ host: `unix://${socket}`, version: '1.44' });
  expect(await client.container.list()).toMatchObject([{ Names: ['/web'], State: 'running' }]);
  expect((await client.volume.list()).Volumes).toMatchObject([{ Name: 'data' }]);
  await client.network.inspect({ id: 'back' });
  const waiting = client.container.wait({ id: 'web' }).catch(() => undefined);
  child.kill('SIGTERM');
  expect(await exit).toBe(0);
  expect(existsSync(socket)).toBe(false);
  await waiting;
  await client.close();
});

describe('what is loaded before the first response', () => {
  const loaded: string[] = [];
  let builtin: string[] = [];
  beforeAll(async () => {
    const [modules, hooks, registration, builtins] = ['modules', 'hooks.mjs', 'register.mjs', 'builtins'].map((name) =>
      join(folder, name),
    ) as [string, string, string, string];
    writeFileSync(
      hooks,
      `import { appendFileSync } from 'node:fs';
      export function load(url, context, next) {
        appendFileSync(${JSON.stringify(modules)}, url + '\\n');
        return next(url, context);
      }`,
    );
    writeFileSync(
      registration,
      `import { writeFileSync } from 'node:fs';
      import { register } from 'node:module';
      register('./hooks.mjs', import.meta.url);
      process.once('exit', () => writeFileSync(${JSON.stringify(builtins)}, process.moduleLoadList.join('\\n')));`,
    );
    const options = `--import ${pathToFileURL(registration).href}`;
    const socket = join(folder, 'l');
    const { child, exit, ready } = runWith({ NODE_OPTIONS: options }, [
      '--host',
      `unix://${socket}`,
      '--image',
      'base',
    ]);
    await ready;
    // Clients ask for the version with the first, and use it in the second request.
    for (const path of ['/_ping', '/v1.44/containers/json']) {
      const [response] = (await once(get({ socketPath: socket, path }), 'response')) as [IncomingMessage];
      expect(response.statusCode).toBe(200);
      response.resume();
    }
    child.kill('SIGTERM');
    await exit;
    loaded.push(...readFileSync(modules, 'utf8').trim().split('\n'));
    builtin = readFileSync(builtins, 'utf8').split('\n');
  });

  it('is no contract of another version, no conversion, and no library of scripts', () => {
    expect(loaded.filter((url) => url.includes('/contract/')).length).toBeGreaterThan(0);
    expect(loaded.filter((url) => /\/v1\.(?!44)\d+\/|\/conversions\/dist\/index|\/unbash\//.test(url))).toEqual([]);
  });

  // The rest of the time is that of Node, which compiles what it loads: 20 ms for a megabyte, and 1 ms for each file.
  it('is less than 1.4 MB of code in 26 files', () => {
    const files = loaded.filter((url) => url.startsWith('file:'));
    expect(files.length).toBeLessThanOrEqual(26);
    expect(files.reduce((sum, url) => sum + statSync(new URL(url)).size, 0)).toBeLessThan(1_400_000);
  });

  it('is no module of Node for TLS, processes, threads or requests, nor the namespace of node:http, which loads a client', () => {
    const modules = loaded.filter((url) => /^node:(http|https|http2|tls|child_process|worker_threads)$/.test(url));
    expect(modules).toEqual([]);
    expect(builtin.filter((name) => name.includes('/undici/'))).toEqual([]);
  });
});

it.each([
  [['--host', 'nowhere'], 2, 'lading-engine: host "nowhere": pass unix:///path/of/a/socket or tcp://127.0.0.1:2375\n'],
  [['--seed', '/none.json'], 2, 'lading-engine: --seed /none.json: it cannot be read: ENOENT\n'],
  [['--host', 'unix:///none/socket'], 1, expect.stringContaining('/none/socket') as string],
])('%j ends with %d', async (words, code, message) => {
  const { exit, output } = run(...words);
  expect(await exit).toBe(code);
  expect(output()).toEqual(message);
});

it('explains itself', async () => {
  const { exit, output } = run('--help');
  expect(await exit).toBe(0);
  expect(output()).toContain('Examples:\n  lading-engine --host');
});

it.runIf('enableCompileCache' in module)('keeps what Node compiles in the cache of the user', async () => {
  expect(await run('--help').exit).toBe(0);
  expect(readdirSync(join(folder, 'lading-engine'))).toHaveLength(1);
});
