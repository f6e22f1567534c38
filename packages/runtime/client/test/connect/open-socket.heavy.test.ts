/** Tests opening connections, successful and not, with real sockets and real TLS. */
import { execFile } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createServer as createRawServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect, promisify } from 'node:util';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type ConnectOptions,
  type Target,
  connectionError,
  openSocket,
  resolveTarget,
} from '../../src/connect/index.js';
import { ConnectionError } from '../../src/error/index.js';
import {
  ask,
  authority,
  contextFiles,
  engineSockets,
  listening,
  temporaryFolder,
  write,
  endAfterTests,
  type Authority,
} from './temporary.js';

endAfterTests();

const run = promisify(execFile);
const folder = temporaryFolder();
const sources = new URL('../../src/', import.meta.url);

async function open(options: ConnectOptions, timeout = 5000) {
  return openSocket(await resolveTarget({ env: { HOME: '/nonexistent' }, ...options }), { timeout });
}

async function failure(work: Promise<unknown>): Promise<ConnectionError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ConnectionError);
  return error as ConnectionError;
}

async function sentence(work: Promise<unknown>): Promise<readonly string[]> {
  const { code, message } = await failure(work);
  return [code, message];
}

describe('a unix socket', () => {
  it('transports data', async () => {
    const path = join(folder, 'speaks.sock');
    await listening(
      createServer((_, response) => void response.end('OK')),
      path,
    );
    expect(await ask(await open({ host: `unix://${path}` }))).toMatchObject({ status: 200, text: 'OK' });
  });

  it('fails if it is missing', async () => {
    const path = join(folder, 'missing.sock');
    expect(await sentence(open({ host: `unix://${path}` }))).toEqual([
      'ENOENT',
      `There is no socket at unix://${path}: is the engine running, and is it there (DOCKER_HOST, context)?`,
    ]);
  });

  it('that nobody listens at', async () => {
    const path = join(folder, 'left.sock');
    // A process that is killed leaves its socket behind, as an engine does.
    const script = `require('net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`;
    await run(process.execPath, ['-e', script]).catch(() => undefined);
    expect(await sentence(open({ host: `unix://${path}` }))).toEqual([
      'ECONNREFUSED',
      `Nobody listens at unix://${path}: the socket is there, but the engine is not running.`,
    ]);
  });

  it('fails if its path is too long', async () => {
    const error = await failure(open({ host: `unix:///tmp/${'x'.repeat(200)}` }));
    expect([error.code, error.message]).toEqual([
      'ENAMETOOLONG',
      expect.stringContaining('cannot be the path of a socket'),
    ]);
    // A truncated path must not lead to another socket.
    const short = join(folder, 'y'.repeat(107 - folder.length - 1));
    await listening(createServer(), short);
    await (await open({ host: `unix://${short}` })).destroy();
    expect((await failure(open({ host: `unix://${short}y` }))).code).toBe('ENAMETOOLONG');
  });

  it('fails without permission', async () => {
    const path = join(folder, 'closed.sock');
    await listening(createServer(), path);
    chmodSync(path, 0o600);
    if (process.getuid?.() !== 0) chmodSync(path, 0o000);
    // Root has all permissions, so another user connects: in another process, with sources compiled where it can read them.
    const built = join(folder, 'built');
    await build({
      entryPoints: [fileURLToPath(new URL('connect/index.ts', sources))],
      outfile: join(built, 'connect.js'),
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      alias: { '@lading/runtime-wire': fileURLToPath(new URL('../../wire/src/index.ts', sources)) },
    });
    write(built, {
      'package.json': '{"type": "module"}',
      'ask.js': `import { openSocket, resolveTarget } from './connect.js';
        const target = await resolveTarget({ host: process.argv[2] });
        await openSocket(target, { timeout: 5000 }).catch(({ name, code, message }) => console.log(JSON.stringify({ name, code, message })));`,
    });
    const somebody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
    const { stdout } = await run(process.execPath, [join(built, 'ask.js'), `unix://${path}`], {
      cwd: built,
      ...somebody,
    });
    expect(JSON.parse(stdout)).toEqual({
      name: 'ConnectionError',
      code: 'EACCES',
      message: `No permission for unix://${path}: run as root, or join the group of the socket (docker) and log in again.`,
    });
  });

  const engines = engineSockets();
  it.skipIf(engines.length === 0)(
    `of a real engine${engines.length === 0 ? ' [SKIPPED: none is running]' : ''}`,
    async () => {
      for (const path of engines)
        expect(await ask(await open({ host: `unix://${path}` }))).toMatchObject({ status: 200, text: 'OK' });
    },
  );
});

describe('a tcp port', () => {
  it('transports data at once', async () => {
    const port = await listening(
      createServer((_, response) => void response.end('OK')),
      0,
    );
    expect(await ask(await open({ host: `tcp://127.0.0.1:${port}` }))).toMatchObject({ text: 'OK' });
    expect(await ask(await open({ host: `tcp://localhost:${port}` }))).toMatchObject({ text: 'OK' });
  });

  it('that nobody listens at', async () => {
    const server = createRawServer();
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
      });
    });
    for (const host of ['127.0.0.1', 'localhost']) {
      expect(await sentence(open({ host: `tcp://${host}:${port}` }))).toEqual([
        'ECONNREFUSED',
        `Nobody listens at tcp://${host}:${port}: is the engine running, and is the port right?`,
      ]);
    }
  });

  it('fails for a host without an address', async () => {
    const error = await failure(open({ host: 'tcp://no-such-host.invalid:1' }));
    expect(error.message).toBe(
      'The host of tcp://no-such-host.invalid:1 is not known: its name could not be resolved.',
    );
  });

  it('fails after the time limit or an abort if the engine does not respond', async () => {
    const port = await listening(createRawServer(), 0);
    const host = `tcp://127.0.0.1:${port}`;
    expect(await sentence(open({ host, tls: {} }, 100))).toEqual([
      'ETIMEDOUT',
      `The engine at ${host} did not respond within 100 ms.`,
    ]);
    const target = await resolveTarget({ host, tls: {} });
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('enough')), 50);
    await expect(openSocket(target, { timeout: 5000, signal: controller.signal })).rejects.toThrow('enough');
    await expect(openSocket(target, { timeout: 5000, signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow(
      'before',
    );
  });
});

describe('TLS', () => {
  let ours: Authority;
  let theirs: Authority;
  let elsewhere: Authority;
  let host: string;
  let elsewhereHost: string;
  let plainHost: string;
  const passphrase = 's3cret-of-the-key';

  beforeAll(async () => {
    [ours, theirs, elsewhere] = [
      authority('ours', { passphrase }),
      authority('theirs'),
      authority('elsewhere', { san: 'DNS:engine.example' }),
    ];
    const secure = (who: Authority): Promise<number> =>
      listening(
        createSecureServer(
          { ...who.server, ca: who.ca, requestCert: true, rejectUnauthorized: true },
          (request, response) => {
            response.end('authorized' in request.socket ? String(request.socket.authorized) : '');
          },
        ),
        0,
      );
    host = `tcp://127.0.0.1:${await secure(ours)}`;
    elsewhereHost = `tcp://127.0.0.1:${await secure(elsewhere)}`;
    plainHost = `tcp://127.0.0.1:${await listening(
      createServer((_, response) => void response.end('OK')),
      0,
    )}`;
  });

  it('works with both certificates', async () => {
    const tls = { ca: ours.ca, ...ours.client };
    expect(await ask(await open({ host, tls }))).toMatchObject({ text: 'true' });
    expect(
      await ask(
        await open({ host, tls: { ca: Buffer.from(ours.ca), ...ours.client, key: ours.encryptedKey, passphrase } }),
      ),
    ).toMatchObject({ text: 'true' });
    expect(
      await ask(await open({ host: host.replace('tcp:', 'https:').replace('127.0.0.1', 'localhost'), tls })),
    ).toMatchObject({ text: 'true' });
  });

  it('can be configured by the environment and by a context', async () => {
    const pem = { 'ca.pem': ours.ca, 'cert.pem': ours.client.cert, 'key.pem': ours.client.key };
    const configuration = temporaryFolder();
    write(configuration, {
      ...Object.fromEntries(Object.entries(pem).map(([name, text]) => [`certs/${name}`, text])),
      ...contextFiles('far', host, { tls: pem }),
    });
    const env = { DOCKER_HOST: host, DOCKER_TLS_VERIFY: '1', DOCKER_CERT_PATH: join(configuration, 'certs') };
    expect(await ask(await open({ env }))).toMatchObject({ text: 'true' });
    expect(await ask(await open({ env: { DOCKER_CONFIG: configuration, DOCKER_CONTEXT: 'far' } }))).toMatchObject({
      text: 'true',
    });
  });

  it('works without verification, whatever the authority', async () => {
    const tls = { ca: theirs.ca, ...ours.client, rejectUnauthorized: false };
    expect(await ask(await open({ host, tls }))).toMatchObject({ text: 'true' });
  });

  it.each([
    ['the wrong authority', () => ({ ca: theirs.ca, ...ours.client })],
    ['no authority', () => ({ ...ours.client })],
  ])('with %s', async (_, tls) => {
    const error = await failure(open({ host, tls: tls() }));
    expect(error.message).toBe(
      `The certificate of ${host} is not signed by an authority that is trusted here: is it the right ca.pem?`,
    );
  });

  it('for another name', async () => {
    const tls = { ca: elsewhere.ca, ...elsewhere.client };
    expect(await sentence(open({ host: elsewhereHost, tls }))).toEqual([
      'ERR_TLS_CERT_ALTNAME_INVALID',
      `The certificate of ${elsewhereHost} is for another name: use that name as the host, or as "servername".`,
    ]);
    expect(await ask(await open({ host: elsewhereHost, tls: { ...tls, servername: 'engine.example' } }))).toMatchObject(
      { text: 'true' },
    );
  });

  it.each([
    ['none', () => ({ ca: ours.ca })],
    ['that of another authority', () => ({ ca: ours.ca, ...theirs.client })],
  ])('when our certificate is %s', async (_, tls) => {
    const target = await resolveTarget({ host, tls: tls() });
    // TLS 1.3 reports it with the first response, when the connection is open already.
    const error = await openSocket(target, { timeout: 5000 })
      .then((socket) => ask(socket))
      .catch((reason: unknown) => connectionError(reason, target));
    expect(error).toBeInstanceOf(ConnectionError);
    // OpenSSL reports a missing certificate; for an unknown one Node closes the connection without an alert.
    expect(String(error)).toMatch(
      / did not accept our certificate \(ERR_SSL_|: perhaps it wants another certificate from us /,
    );
  });

  it('to a port without it', async () => {
    const error = await failure(open({ host: plainHost, tls: { ca: ours.ca } }));
    expect(error.message).toBe(
      `${plainHost} does not speak TLS: connect without it (no DOCKER_TLS_VERIFY, no option "tls").`,
    );
  });

  it('left out for a port that requires it', async () => {
    const target = await resolveTarget({ host });
    const error = await openSocket(target, { timeout: 5000 })
      .then((socket) => ask(socket))
      .catch((reason: unknown) => connectionError(reason, target));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(String(error)).toContain('perhaps it wants TLS (DOCKER_TLS_VERIFY=1, or the option "tls").');
  });

  it.each([
    ['a wrong passphrase', () => ({ ...ours.client, key: ours.encryptedKey, passphrase: 'wr0ng' })],
    [
      'a key that is none',
      () => ({ ...ours.client, key: '-----BEGIN PRIVATE KEY-----\ns3cret\n-----END PRIVATE KEY-----\n' }),
    ],
    ["another certificate's key", () => ({ ...ours.client, key: theirs.client.key })],
  ])('with %s reveals no secret', async (_, tls) => {
    const error = await failure(open({ host, tls: { ca: ours.ca, ...tls() } }));
    expect(error.message).toMatch(
      /^The certificates for tcp:\S+ cannot be used \(ERR_\w+\): check the files and the passphrase\.$/,
    );
    expect(inspect(error, { depth: 9 })).not.toMatch(/s3cret|wr0ng/);
  });
});

describe('connectionError', () => {
  const target: Target = { kind: 'unix', address: 'unix:///x', socketPath: '/x', basePath: '' };

  it('returns its own errors unchanged, even as the cause of another error', () => {
    const created = connectionError(Object.assign(new Error('x'), { code: 'ENOENT' }), target);
    expect(connectionError(created, target)).toBe(created);
    expect(connectionError(new TypeError('fetch failed', { cause: created }), target)).toBe(created);
  });

  it('finds the code in causes and aggregates, and works without a code', () => {
    const cause = Object.assign(new Error('x'), { code: 'ENOENT' });
    const wrapped = Object.assign(new Error('other side closed', { cause }), { code: 'UND_ERR_SOCKET' });
    expect(connectionError(wrapped, target).code).toBe('ENOENT');
    expect(connectionError(new AggregateError([cause]), target).code).toBe('ENOENT');
    expect(connectionError('odd', target)).toMatchObject({
      code: 'CONNECTION_FAILED',
      message: 'No connection to unix:///x (CONNECTION_FAILED).',
    });
  });
});
