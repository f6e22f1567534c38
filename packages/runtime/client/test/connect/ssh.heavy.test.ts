/** Tests an engine behind ssh: a real local sshd, the system's ssh, and a mock or a real docker program on the remote side. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { type Socket, connect, createServer as createRawServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSocket, resolveTarget } from '../../src/connect/index.js';
import { ConnectionError } from '../../src/error/index.js';
import { ask, engineSockets, listening, temporaryFolder, write, endAfterTests } from './temporary.js';

endAfterTests();

const folder = temporaryFolder();
const sshd = '/usr/sbin/sshd';
const missing = existsSync(sshd) ? '' : ` [SKIPPED: there is no ${sshd}]`;

/** A mock of `docker` on the remote side: supports one command, and connects to the socket that it names. */
const bridge = `
const [first, ...rest] = process.argv.slice(2);
const named = /^--host=unix:\\/\\/(.*)$/s.exec(first)?.[1];
const words = named === undefined ? [first, ...rest] : rest;
if (words.join('+') !== 'system+dial-stdio') { console.error('unexpected words: ' + words); process.exit(9); }
if (named === '/fails') { console.error('banner\\nCannot connect to the engine.'); process.exit(1); }
const peer = require('net').connect(named ?? ${JSON.stringify(join(folder, 'default.sock'))});
peer.on('error', (error) => { console.error(error.message); process.exit(1); });
process.stdin.pipe(peer).pipe(process.stdout);
`;
const odd = "an other's $(exit 3).sock";

async function freePort(): Promise<number> {
  const server = createRawServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

// Here, since a worker loads the modules that files share once, with their hooks.
const daemons: ChildProcess[] = [];
afterAll(() => daemons.forEach((daemon) => daemon.kill()));

async function startSshd(name: string, more: string): Promise<number> {
  const port = await freePort();
  const path = (file: string): string => join(folder, file);
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true });
  write(folder, {
    [name]: `Port ${port}
ListenAddress 127.0.0.1
HostKey ${path('host')}
AuthorizedKeysFile ${path('me.pub')}
PidFile none
UsePAM no
StrictModes no
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin prohibit-password
${more}
`,
  });
  const daemon: ChildProcess = spawn(sshd, ['-D', '-e', '-f', path(name)], { stdio: 'ignore' });
  daemons.push(daemon);
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const ready = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
      socket.on('data', () => socket.destroy());
    });
    if (ready) return port;
    await sleep(50);
  }
  throw new Error('sshd does not start');
}

/** Wraps the system's ssh so that it reads the configuration of the test instead of the user's. */
function ownSsh(): void {
  const real = execFileSync('sh', ['-c', 'command -v ssh'], { encoding: 'utf8' }).trim();
  write(folder, {
    'bin/ssh': `#!/bin/sh\nexec ${real} -F ${join(folder, 'config')} "$@"\n`,
    config: `IdentityFile ${join(folder, 'me')}\nIdentitiesOnly yes\nUserKnownHostsFile ${join(folder, 'known_hosts')}\n`,
  });
  chmodSync(join(folder, 'bin/ssh'), 0o755);
  process.env['PATH'] = `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`;
}

function trust(port: number): string {
  const [kind, key] = execFileSync('ssh-keygen', ['-y', '-f', join(folder, 'host')], { encoding: 'utf8' }).split(' ');
  return `[127.0.0.1]:${port} ${kind} ${key?.trim()}\n`;
}

/** Returns the number of ssh processes that still run for a port. */
function running(port: number): number {
  const lines = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n');
  return lines.filter((line) => /(^|\/)ssh /.test(line) && line.includes(`-p ${port} `)).length;
}

async function until(wanted: () => boolean): Promise<boolean> {
  for (let attempt = 0; attempt < 100 && !wanted(); attempt += 1) await sleep(50);
  return wanted();
}

async function failure(work: Promise<unknown>): Promise<ConnectionError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ConnectionError);
  return error as ConnectionError;
}

it('keeps the process alive, unless it is released', async () => {
  write(folder, { 'streams/ssh': '#!/bin/sh\nexec cat\n' });
  chmodSync(join(folder, 'streams/ssh'), 0o755);
  const path = process.env['PATH'];
  process.env['PATH'] = `${join(folder, 'streams')}:${path ?? ''}`;
  const alive = () =>
    process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap' || kind === 'PipeWrap').length;
  const before = alive();
  try {
    const socket = (await openSocket(await resolveTarget({ host: 'ssh://me@there' }), { timeout: 5000 })) as Socket;
    const open = alive();
    socket.unref();
    const released = alive();
    socket.ref();
    expect([open > before, released, alive()]).toEqual([true, before, open]);
    socket.destroy();
  } finally {
    process.env['PATH'] = path;
  }
});

// Real programs may exceed their time limits on a busy machine.
describe.skipIf(missing !== '')(`ssh${missing}`, { retry: 2 }, () => {
  const me = userInfo().username;
  let port: number;
  let free: number;
  let address: string;

  const open = async (host: string) => openSocket(await resolveTarget({ host }), { timeout: 5000 });

  beforeAll(async () => {
    for (const name of ['host', 'me'])
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, name)]);
    write(folder, {
      'bridge.cjs': bridge,
      'far/docker': `#!/bin/sh\nexec ${process.execPath} ${join(folder, 'bridge.cjs')} "$@"\n`,
      // The same as sshd does without it, except for the PATH.
      'far/shell': `#!/bin/sh\nPATH=${join(folder, 'far')}:$PATH exec sh -c "$SSH_ORIGINAL_COMMAND"\n`,
    });
    for (const name of ['docker', 'shell']) chmodSync(join(folder, 'far', name), 0o755);
    port = await startSshd('forced', `ForceCommand ${join(folder, 'far/shell')}`);
    free = await startSshd('free', '');
    ownSsh();
    write(folder, { known_hosts: trust(port) + trust(free) });
    address = `ssh://${me}@127.0.0.1:${port}`;
    const response = (name: string) =>
      createServer((request, response) => void request.pipe(response.setHeader('engine', name)));
    await listening(response('default'), join(folder, 'default.sock'));
    await listening(response('other'), join(folder, odd));
  });

  it('runs the command of the engine and transports data', async () => {
    expect(await ask(await open(address))).toMatchObject({ status: 200, headers: { engine: 'default' } });
    expect(await until(() => running(port) === 0)).toBe(true);
  });

  it('reaches another socket, its path quoted', async () => {
    const path = encodeURI(join(folder, odd));
    expect(await ask(await open(`${address}${path}`))).toMatchObject({ headers: { engine: 'other' } });
  });

  it('transports large data with back-pressure, and half-closes', async () => {
    const size = 20_000_000;
    const echo = createRawServer({ allowHalfOpen: true }, (peer) => peer.pipe(peer));
    await listening(echo, join(folder, 'echo.sock'));
    const socket = await open(`${address}${join(folder, 'echo.sock')}`);
    socket.end(Buffer.alloc(size, 'x'));
    socket.read(0);
    expect(await until(() => socket.readableLength > 0)).toBe(true);
    await sleep(200);
    expect(socket.readableLength).toBeLessThan(1_000_000);
    let got = 0;
    for await (const chunk of socket) got += (chunk as Buffer).length;
    expect(got).toBe(size);
  });

  it('serves an HTTP client: connections kept, bodies both ways, a failure with its reason', async () => {
    const client = (host: string): Client =>
      new Client('http://engine', {
        connect: (_options, done) =>
          void open(host).then(
            (socket) => done(null, socket as Socket),
            (error: Error) => done(error, null),
          ),
      });
    const good = client(address);
    for (let call = 0; call < 3; call += 1) {
      const response = await good.request({ path: '/', method: 'POST', body: 'x'.repeat(100_000) });
      expect((await response.body.text()).length).toBe(100_000);
      expect(running(port)).toBe(1);
    }
    await good.close();
    expect(await until(() => running(port) === 0)).toBe(true);
    const bad = client(`${address}/fails`);
    const error = await failure(bad.request({ path: '/', method: 'GET' }));
    expect(error.message).toContain('Cannot connect to the engine');
    await bad.destroy();
  });

  it('leaves no process behind when it is destroyed', async () => {
    const socket = await open(address);
    expect(running(port)).toBeGreaterThan(0);
    socket.destroy();
    expect(await until(() => running(port) === 0)).toBe(true);
  });

  it('is ended at once, even while ssh waits for a response', async () => {
    const silent = await listening(createRawServer(), 0);
    const socket = await open(`ssh://127.0.0.1:${silent}`);
    expect(running(silent)).toBe(1);
    const start = Date.now();
    socket.destroy();
    expect(await until(() => running(silent) === 0)).toBe(true);
    expect(Date.now() - start).toBeLessThan(2000);
  });

  it('reports the errors of ssh', async () => {
    const works = `"ssh -p ${port} ${me}@127.0.0.1 docker version" should work without a password.`;
    const failed = await failure(open(`${address}/fails`).then((socket) => ask(socket)));
    expect([failed.code, failed.message]).toEqual([
      'SSH_FAILED',
      `ssh could not connect to the engine at ${address}/fails: Cannot connect to the engine; ${works}`,
    ]);
    const other = await failure(open(`ssh://${me}@localhost:${port}`).then((socket) => ask(socket)));
    expect(other.message).toContain(': Host key verification failed; ');
    const stranger = await failure(open(`ssh://nobody-of-that-name@127.0.0.1:${port}`).then((socket) => ask(socket)));
    expect(stranger.message).toContain('Permission denied');
    const closed = await failure(open(`ssh://127.0.0.1:${await freePort()}`).then((socket) => ask(socket)));
    expect(closed.message).toContain('Connection refused');
    expect(await until(() => running(port) === 0)).toBe(true);
  });

  it('can be aborted before it begins', async () => {
    const target = await resolveTarget({ host: address });
    await expect(openSocket(target, { timeout: 5000, signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow(
      'enough',
    );
  });

  it('reports a missing ssh program', async () => {
    const path = process.env['PATH'];
    process.env['PATH'] = '/nonexistent';
    const error = await failure(open(address)).finally(() => (process.env['PATH'] = path));
    expect([error.code, error.message]).toEqual([
      'SSH_NOT_FOUND',
      `${address} needs the program ssh, which is not installed, or not on the PATH.`,
    ]);
  });

  const engine = engineSockets()[0];
  const lacks =
    engine === undefined
      ? ' [SKIPPED: no engine is running]'
      : existsSync('/usr/bin/docker')
        ? ''
        : ' [SKIPPED: there is no /usr/bin/docker]';
  it.skipIf(lacks !== '')(`reaches a real engine by the real docker program${lacks}`, async () => {
    const response = await ask(await open(`ssh://${me}@127.0.0.1:${free}${engine ?? ''}`));
    expect(response).toMatchObject({ status: 200, text: 'OK', headers: { ostype: 'linux' } });
  });
});
