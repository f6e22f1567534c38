/** Tests the order in which the engine is searched, compared with the engine's command line if it is installed. */
import { execFile, execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { inspect, promisify } from 'node:util';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { type ConnectOptions, pinnedVersion, resolveTarget } from '../../src/connect/index.js';
import { InputError } from '../../src/error/index.js';
import { contextFiles, listening, temporaryFolder, write, endAfterTests } from './temporary.js';

endAfterTests();

const run = promisify(execFile);
const nowhere = { HOME: '/nonexistent' };

function resolve(host: string, env: Record<string, string> = {}, platform: NodeJS.Platform = 'linux') {
  return resolveTarget({ host, env: { ...nowhere, ...env } }, platform);
}

async function failure(work: Promise<unknown>): Promise<InputError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(InputError);
  return error as InputError;
}

describe('an address', () => {
  it.each([
    ['unix:///run/x.sock', 'unix:///run/x.sock', { kind: 'unix', socketPath: '/run/x.sock' }],
    ['unix://', 'unix:///var/run/docker.sock', { socketPath: '/var/run/docker.sock' }],
    ['', 'unix:///var/run/docker.sock', { kind: 'unix' }],
    [' ', 'unix:///var/run/docker.sock', { kind: 'unix' }],
    ['/run/x.sock', 'unix:///run/x.sock', { kind: 'unix' }],
    ['./x.sock', 'unix://./x.sock', { kind: 'unix', socketPath: './x.sock' }],
    ['npipe:////./pipe/other', 'npipe:////./pipe/other', { kind: 'npipe', socketPath: '\\\\.\\pipe\\other' }],
    ['npipe://', 'npipe:////./pipe/docker_engine', { socketPath: '\\\\.\\pipe\\docker_engine' }],
    ['tcp://h:1', 'tcp://h:1', { kind: 'tcp', host: 'h', port: 1, basePath: '' }],
    ['tcp://h', 'tcp://h:2375', { port: 2375 }],
    ['tcp://', 'tcp://localhost:2375', { host: 'localhost' }],
    ['tcp://:99', 'tcp://localhost:99', { host: 'localhost', port: 99 }],
    ['h:1', 'tcp://h:1', { kind: 'tcp' }],
    ['tcp://[::1]:7', 'tcp://[::1]:7', { host: '::1', port: 7 }],
    ['tcp://[::1]', 'tcp://[::1]:2375', { host: '::1' }],
    ['tcp://h:1/engine/', 'tcp://h:1/engine', { basePath: '/engine' }],
    ['http://h', 'tcp://h:80', { port: 80 }],
    ['https://h', 'tcp://h:443', { port: 443, tls: {} }],
    ['ssh://h', 'ssh://h', { kind: 'ssh', ssh: { host: 'h' } }],
    ['ssh://me@h:22', 'ssh://me@h:22', { ssh: { host: 'h', user: 'me', port: 22 } }],
    ['ssh://me@h/', 'ssh://me@h', { ssh: { host: 'h', user: 'me' } }],
    ['ssh://h/run/a%20b.sock', 'ssh://h/run/a b.sock', { ssh: { host: 'h', socketPath: '/run/a b.sock' } }],
    ['ssh://[::1]:22', 'ssh://[::1]:22', { ssh: { host: '::1', port: 22 } }],
  ])('%j is %s', async (host, address, wanted) => {
    expect(await resolve(host)).toMatchObject({ address, ...wanted });
  });

  it.each([
    [
      'ftp://h',
      '"ftp://h" is not the address of an engine: it begins with none of unix://, npipe://, tcp://, http://, https://, ssh://.',
    ],
    ['tcp://tcp://h', '"tcp://tcp://h" is not the address of an engine: it has two schemes.'],
    ['tcp://h:70000', '"tcp://h:70000" is not the address of an engine: its port is not between 1 and 65535.'],
    ['tcp://h:x', '"tcp://h:x" is not the address of an engine: it must be host:port.'],
    [
      'tcp://h:1?token=s3cret',
      '"tcp://h:1?…" is not the address of an engine: a query or a fragment has no meaning here.',
    ],
    ['tcp://me:s3cret@h:1', '"tcp://…@h:1" is not the address of an engine: a user or a password has no meaning here.'],
    [
      'ssh://me:s3cret@h',
      '"ssh://…@h" is not the address of an engine: a password in it would be seen by others; use a key or an agent.',
    ],
    [
      'ssh://me:s3@cret@h',
      '"ssh://…@h" is not the address of an engine: a password in it would be seen by others; use a key or an agent.',
    ],
    ['ssh://', '"ssh://" is not the address of an engine: it names no host.'],
    [
      'ssh://-oProxyCommand=touch%20x',
      '"ssh://-oProxyCommand=touch%20x" is not the address of an engine: the host name is invalid.',
    ],
    [
      'ssh://%2doProxyCommand=x',
      '"ssh://%2doProxyCommand=x" is not the address of an engine: the host name is invalid.',
    ],
    ['ssh://$(id)', '"ssh://$(id)" is not the address of an engine: the host name is invalid.'],
    ['ssh://-lroot@h', '"ssh://…@h" is not the address of an engine: the user name is invalid.'],
    ['ssh://a;id@h', '"ssh://…@h" is not the address of an engine: the user name is invalid.'],
    ['ssh://h/%zz', '"ssh://h/%zz" is not the address of an engine: it has an invalid % escape.'],
    ['ssh://h/a%0ab', '"ssh://h/a%0ab" is not the address of an engine: it has control characters.'],
    ['unix:///a\0b', '"unix:///a�b" is not the address of an engine: it has control characters.'],
  ])('%j is rejected', async (host, message) => {
    const error = await failure(resolve(host));
    expect([error.code, error.message]).toEqual(['HOST_INVALID', message]);
  });

  it('never reveals a password, nor passes an option to ssh', async () => {
    const text = fc.oneof(fc.string({ maxLength: 12 }), fc.stringMatching(/^[-a-z:@/0-9%?#]{0,8}$/));
    const hosts = fc.tuple(fc.constantFrom('tcp', 'ssh', 'http', 'https', 'x', ''), text, text, text);
    await fc.assert(
      fc.asyncProperty(hosts, async ([scheme, user, host, path]) => {
        const secret = 's3cr3t-of-the-test';
        const address = `${scheme === '' ? '' : `${scheme}://`}${user}:${secret}@${host}/${path}`;
        const outcome = await resolve(address).catch((error: Error) => error);
        if (outcome instanceof Error) expect(outcome.message).not.toContain(secret);
        else
          expect([outcome.kind, outcome.ssh?.host ?? '', outcome.ssh?.user ?? '']).toEqual([
            expect.stringMatching(/unix|ssh/),
            expect.not.stringContaining(secret),
            expect.not.stringContaining(secret),
          ]);
      }),
      { numRuns: inject('isFullRun') ? 1000 : 100 },
    );
    await fc.assert(
      fc.asyncProperty(text, text, async (user, host) => {
        const outcome = await resolve(`ssh://${user}@${host}`).catch(() => undefined);
        expect(outcome?.ssh?.host ?? 'x').not.toMatch(/^-|[\s'"`$;&|<>()]/);
        expect(outcome?.ssh?.user ?? 'x').not.toMatch(/^-|[\s'"`$;&|<>()]/);
      }),
    );
  });

  it('of Windows is a named pipe by default', async () => {
    const target = await resolve('', {}, 'win32');
    expect(target).toEqual({
      kind: 'npipe',
      address: 'npipe:////./pipe/docker_engine',
      socketPath: '\\\\.\\pipe\\docker_engine',
      basePath: '',
    });
  });
});

describe('TLS', () => {
  const folder = temporaryFolder();
  write(folder, { 'ca.pem': 'CA', 'cert.pem': 'CERT', 'key.pem': 'KEY', 'other/ca.pem': 'OTHER', 'config.json': '' });
  const env = { DOCKER_CONFIG: folder };

  it.each([
    ['not asked for', {}, undefined],
    [
      'verified, from the folder of the configuration',
      { DOCKER_TLS_VERIFY: '1' },
      { ca: 'CA', cert: 'CERT', key: 'KEY' },
    ],
    ['verified by any value', { DOCKER_TLS_VERIFY: '0' }, { ca: 'CA', cert: 'CERT', key: 'KEY' }],
    ['from its own folder', { DOCKER_TLS_VERIFY: '1', DOCKER_CERT_PATH: join(folder, 'other') }, { ca: 'OTHER' }],
    ['not verified', { DOCKER_TLS: '1' }, { ca: 'CA', cert: 'CERT', key: 'KEY', rejectUnauthorized: false }],
    ['verified when both are set', { DOCKER_TLS: '1', DOCKER_TLS_VERIFY: '1' }, { ca: 'CA', cert: 'CERT', key: 'KEY' }],
  ])('%s', async (_title, more, tls) => {
    const target = await resolve('tcp://h', { ...env, ...more });
    expect(
      target.tls === undefined ? undefined : { ...target.tls, ...(target.tls.key ? { key: target.tls.key } : {}) },
    ).toEqual(tls);
  });

  it('uses the local host by default', async () => {
    const target = await resolveTarget({ env: { ...env, DOCKER_TLS_VERIFY: '1' } });
    expect(target.address).toMatch(/^tcp:\/\/(localhost|127\.0\.0\.1):2376$/);
  });

  it('does not affect a socket, even without certificates', async () => {
    const target = await resolve('unix:///x', { DOCKER_TLS_VERIFY: '1', DOCKER_CERT_PATH: '/nonexistent' });
    expect(target.tls).toBeUndefined();
  });

  it('with a missing certificate is an error that names the file', async () => {
    const error = await failure(resolve('tcp://h', { DOCKER_TLS_VERIFY: '1', DOCKER_CERT_PATH: '/nonexistent' }));
    expect([error.code, error.message]).toEqual([
      'CERTIFICATE_MISSING',
      'DOCKER_TLS_VERIFY is set and /nonexistent/ca.pem does not exist: set DOCKER_CERT_PATH to the folder with the certificates.',
    ]);
  });

  it('as an option takes precedence, and hides its key and passphrase', async () => {
    const tls = { ca: 'MINE', key: 's3cret', passphrase: 'pa55' };
    const target = await resolveTarget({ host: 'tcp://h', tls, env: { ...env, DOCKER_TLS: '1' } });
    expect([target.tls?.ca, target.tls?.key, target.tls?.passphrase]).toEqual(['MINE', 's3cret', 'pa55']);
    expect(target.tls?.rejectUnauthorized).toBeUndefined();
    expect(inspect(target, { depth: 9 }) + JSON.stringify(target)).not.toMatch(/s3cret|pa55/);
  });
});

describe('a context', () => {
  const folder = temporaryFolder();
  const tls = { 'ca.pem': 'CA', 'cert.pem': 'CERT', 'key.pem': 'KEY', '.DS_Store': 'x' };
  write(folder, {
    ...contextFiles('plain', 'tcp://h:1'),
    ...contextFiles('tls', 'tcp://h:2', { tls }),
    ...contextFiles('careless', 'tcp://h:3', { skipVerify: true }),
    ...contextFiles('empty', ''),
    ...contextFiles('far', 'ssh://me@h'),
    ...contextFiles('broken', ''),
    ...contextFiles('../../odd name', 'unix:///odd'),
  });
  const open = (context: string, env = {}) =>
    resolveTarget({ context, env: { DOCKER_CONFIG: folder, ...env } }, 'linux');

  it('has the host, the certificates and whether to verify', async () => {
    expect(await open('plain')).toEqual({ kind: 'tcp', address: 'tcp://h:1', host: 'h', port: 1, basePath: '' });
    const target = await open('tls');
    expect([target.tls?.ca, target.tls?.cert, target.tls?.key]).toEqual(['CA', 'CERT', 'KEY']);
    expect(inspect(target)).not.toContain('KEY');
    expect((await open('careless')).tls).toEqual({ rejectUnauthorized: false });
    expect((await open('empty')).address).toBe('unix:///var/run/docker.sock');
    expect((await open('far')).ssh).toEqual({ host: 'h', user: 'me' });
    expect((await open('../../odd name')).socketPath).toBe('/odd');
  });

  it('ignores the TLS variables', async () => {
    expect((await open('plain', { DOCKER_TLS_VERIFY: '1', DOCKER_CERT_PATH: '/nonexistent' })).tls).toBeUndefined();
  });

  it('that does not exist is an error with the source of its name', async () => {
    const sentences = [
      (await failure(open('gone'))).message,
      (await failure(resolveTarget({ env: { DOCKER_CONFIG: folder, DOCKER_CONTEXT: 'gone' } }))).message,
    ];
    expect(sentences[0]).toMatch(
      /^There is no context "gone", which the option "context" names: \/.*meta\.json does not exist\.$/,
    );
    expect(sentences[1]).toMatch(/^There is no context "gone", which DOCKER_CONTEXT names: /);
  });

  it.each([
    ['{"auths": {"r": {"auth": "czNjcmV0"}}, ', 'CONFIG_INVALID', /config\.json is not valid JSON\.$/],
    ['{"currentContext": "gone"}', 'CONTEXT_NOT_FOUND', /which "currentContext" of .*config\.json names/],
    ['{"currentContext": "bad"}', 'CONTEXT_INVALID', /^The context "bad" has no docker endpoint in /],
  ])('is an error with config.json %j', async (text, code, message) => {
    const other = temporaryFolder();
    const bad = Object.fromEntries(
      Object.keys(contextFiles('bad', '')).map((path) => [path, '{"Endpoints": {"__proto__": {}}}']),
    );
    write(other, { 'config.json': text, ...bad });
    const error = await failure(resolveTarget({ env: { DOCKER_CONFIG: other } }));
    expect([error.code, error.message]).toEqual([code, expect.stringMatching(message)]);
    expect(inspect(error)).not.toContain('czNjcmV0');
  });

  it('is an error together with a host', async () => {
    const error = await failure(resolveTarget({ host: 'unix:///x', context: 'plain' }));
    expect(error.code).toBe('HOST_AND_CONTEXT');
  });
});

interface Sources {
  readonly host: boolean;
  readonly context: boolean;
  readonly DOCKER_HOST: boolean;
  readonly DOCKER_CONTEXT: boolean;
  readonly currentContext: boolean;
}

const yesNo = [false, true];
const combinations: readonly Sources[] = yesNo.flatMap((host) =>
  yesNo.flatMap((context) =>
    yesNo.flatMap((DOCKER_HOST) =>
      yesNo.flatMap((DOCKER_CONTEXT) =>
        yesNo.map((currentContext) => ({ host, context, DOCKER_HOST, DOCKER_CONTEXT, currentContext })),
      ),
    ),
  ),
);

function program(): string | undefined {
  try {
    execFileSync('docker', ['--version'], { stdio: 'pipe' });
    return 'docker';
  } catch {
    return undefined;
  }
}

/** Writes a configuration in which each source names another engine. */
function ways(
  sources: Sources,
  folder: string,
): { readonly options: ConnectOptions; readonly env: Record<string, string> } {
  const names = ['context', 'DOCKER_CONTEXT', 'currentContext'];
  write(folder, Object.assign({}, ...names.map((name) => contextFiles(name, `unix://${folder}/${name}.sock`))));
  write(folder, { 'config.json': JSON.stringify(sources.currentContext ? { currentContext: 'currentContext' } : {}) });
  const env = {
    DOCKER_CONFIG: folder,
    ...(sources.DOCKER_HOST ? { DOCKER_HOST: `unix://${folder}/DOCKER_HOST.sock` } : {}),
    ...(sources.DOCKER_CONTEXT ? { DOCKER_CONTEXT: 'DOCKER_CONTEXT' } : {}),
  };
  const options = {
    ...(sources.host ? { host: `unix://${folder}/host.sock` } : {}),
    ...(sources.context ? { context: 'context' } : {}),
    env,
  };
  return { options, env };
}

describe('the order', () => {
  it('is the option, DOCKER_HOST, DOCKER_CONTEXT, the current context, the default', async () => {
    const folder = temporaryFolder();
    for (const sources of combinations) {
      const { options } = ways(sources, folder);
      const found = await resolveTarget(options, 'linux').then(
        ({ socketPath = '' }) => socketPath.replace(`${folder}/`, '').replace('.sock', ''),
        (error: InputError) => error.code,
      );
      const order = ['context', 'host', 'DOCKER_HOST', 'DOCKER_CONTEXT', 'currentContext'] as const;
      const first = order.find((name) => sources[name]) ?? '/var/run/docker';
      expect([sources, found]).toEqual([sources, sources.host && sources.context ? 'HOST_AND_CONTEXT' : first]);
    }
  });

  const docker = program();
  it.skipIf(docker === undefined)(
    `is that of the docker program${docker === undefined ? ' [SKIPPED: it is not installed]' : ''}`,
    async () => {
      const folder = temporaryFolder();
      for (const name of ['host', 'context', 'DOCKER_HOST', 'DOCKER_CONTEXT', 'currentContext']) {
        const server = createServer((request, response) => {
          response.setHeader('api-version', '1.41').setHeader('content-type', 'application/json');
          response.end(request.url?.endsWith('/info') === true ? JSON.stringify({ Name: name }) : 'OK');
        });
        await listening(server, join(folder, `${name}.sock`));
      }
      const asked = combinations.filter((sources) => Object.values(sources).some(Boolean));
      for (const sources of asked) {
        const { options, env } = ways(sources, folder);
        const flags = [
          ...(options.host === undefined ? [] : ['--host', options.host]),
          ...(options.context === undefined ? [] : ['--context', options.context]),
        ];
        const theirs = await run('docker', [...flags, 'info', '--format', '{{.Name}}'], {
          env: { PATH: process.env['PATH'], ...env },
        }).then(
          ({ stdout }) => stdout.trim(),
          () => 'refused',
        );
        const ours = await resolveTarget(options).then(
          ({ socketPath = '' }) => socketPath.replace(`${folder}/`, '').replace('.sock', ''),
          () => 'refused',
        );
        expect([sources, ours]).toEqual([sources, theirs]);
      }
    },
  );
});

describe('DOCKER_API_VERSION', () => {
  it('is a version or empty', async () => {
    expect(['1.41', 'v1.44', '', undefined].map((text) => pinnedVersion({ DOCKER_API_VERSION: text }))).toEqual([
      '1.41',
      '1.44',
      undefined,
      undefined,
    ]);
    expect(() => pinnedVersion({ DOCKER_API_VERSION: '1.44/../x' })).toThrow(InputError);
  });
});
