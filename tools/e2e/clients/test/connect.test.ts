/** Connecting over every transport: a TCP port, TLS, a proxy, ssh, contexts. Each supports streams and upgrades. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { connect as connectAny } from '@lading/client';
import type { ConnectOptions, Engine } from '@lading/client-v1.44';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  certificates,
  forwardPort,
  forwardProxy,
  forwardSsh,
  forwardTls,
  type Certificates,
  type Forward,
} from '../forwards.js';
import { image, onEachClient, prefix, until, type ClientScene } from '../on-each-client.js';

interface Transports {
  readonly folder: string;
  readonly certificates: Certificates;
  readonly port: Forward;
  readonly tls: Forward;
  readonly proxy: Forward;
  readonly ssh: Forward | undefined;
}

interface TransportCase {
  readonly title: string;
  readonly options: (ways: Transports) => ConnectOptions | undefined;
  readonly forward: (ways: Transports) => Forward | undefined;
}

const tlsOf = ({ certificates: { ca, cert, key } }: Transports) => ({ ca, cert, key });
const sshHost = ({ ssh }: Transports) =>
  ssh === undefined ? undefined : `ssh://${userInfo().username}@127.0.0.1:${ssh.port}`;

const ways: readonly TransportCase[] = [
  {
    title: 'tcp by the option',
    options: ({ port }) => ({ host: `tcp://127.0.0.1:${port.port}`, env: {} }),
    forward: ({ port }) => port,
  },
  {
    title: 'tcp by DOCKER_HOST',
    options: ({ port }) => ({ env: { DOCKER_HOST: `tcp://127.0.0.1:${port.port}` } }),
    forward: ({ port }) => port,
  },
  {
    title: 'TLS by the option',
    options: (all) => ({ host: `https://127.0.0.1:${all.tls.port}`, tls: tlsOf(all), env: {} }),
    forward: ({ tls }) => tls,
  },
  {
    title: 'TLS by DOCKER_TLS_VERIFY and DOCKER_CERT_PATH',
    options: ({ tls, certificates: { folder } }) => ({
      env: { DOCKER_HOST: `tcp://127.0.0.1:${tls.port}`, DOCKER_TLS_VERIFY: '1', DOCKER_CERT_PATH: folder },
    }),
    forward: ({ tls }) => tls,
  },
  {
    title: 'TLS by DOCKER_CONTEXT',
    options: (all) => ({
      env: { DOCKER_CONFIG: configured(all, `tcp://127.0.0.1:${all.tls.port}`, true), DOCKER_CONTEXT: 'far' },
    }),
    forward: ({ tls }) => tls,
  },
  {
    title: 'TLS through a proxy',
    options: (all) => ({
      host: 'tcp://engine.test:2376',
      tls: tlsOf(all),
      env: { HTTPS_PROXY: `http://127.0.0.1:${all.proxy.port}` },
    }),
    forward: ({ proxy }) => proxy,
  },
  {
    title: 'ssh by DOCKER_HOST',
    options: (all) => {
      const host = sshHost(all);
      return host === undefined ? undefined : { env: { DOCKER_HOST: host } };
    },
    forward: ({ ssh }) => ssh,
  },
  {
    title: 'ssh by the current context',
    options: (all) => {
      const host = sshHost(all);
      return host === undefined ? undefined : { env: { DOCKER_CONFIG: configured(all, host, false) } };
    },
    forward: ({ ssh }) => ssh,
  },
];

/** Creates a configuration folder with the current context `far`. */
function configured({ folder, certificates: { ca, cert, key } }: Transports, host: string, tls: boolean): string {
  const id = createHash('sha256').update('far').digest('hex');
  const home = mkdtempSync(join(folder, 'config-'));
  const meta = { Name: 'far', Metadata: {}, Endpoints: { docker: { Host: host, SkipTLSVerify: false } } };
  const pem = tls ? { 'ca.pem': ca, 'cert.pem': cert, 'key.pem': key } : {};
  const files: Record<string, string> = {
    'config.json': '{"currentContext":"far"}',
    [`contexts/meta/${id}/meta.json`]: JSON.stringify(meta),
    ...Object.fromEntries(Object.entries(pem).map(([name, text]) => [`contexts/tls/${id}/docker/${name}`, text])),
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), text);
  }
  return home;
}

async function connectTo(api: '1.41' | '1.44', options: ConnectOptions): Promise<Engine> {
  if (api === '1.44') return (await import('@lading/client-v1.44')).connect(options);
  return (await (await import('@lading/client-v1.41')).connect(options)) as unknown as Engine;
}

onEachClient('connecting', (scene: ClientScene) => {
  const folder = mkdtempSync(join(tmpdir(), 'e2e-clients-'));
  let all: Transports;

  beforeAll(async () => {
    const own = certificates(folder);
    const tls = await forwardTls(scene.host.replace('unix://', ''), own);
    all = {
      folder,
      certificates: own,
      tls,
      port: await forwardPort(scene.host.replace('unix://', '')),
      proxy: await forwardProxy(tls.port),
      ssh: await forwardSsh(scene.host.replace('unix://', ''), folder),
    };
  });

  afterAll(() => {
    for (const forward of [all.port, all.tls, all.proxy, all.ssh]) forward?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  describe.each(ways)('$title', ({ options, forward }) => {
    test('supports calls, streams and upgrades, and leaves no connection open', async (context) => {
      const given = options(all);
      if (given === undefined) return context.skip('SKIPPED: there is no sshd; install openssh-server');
      const engine = await connectTo(scene.subject.api, given);
      expect(engine.version).toBe(scene.subject.api);
      const { Id: id } = await engine.container.create({
        name: `${prefix}connect`,
        body: {
          Image: image,
          Cmd: ['sh', '-c', 'cat; echo err >&2'],
          OpenStdin: true,
          StdinOnce: true,
          AttachStdin: true,
        },
      });
      try {
        const session = await engine.container.attach({ id, stream: true, stdin: true, stdout: true, stderr: true });
        await engine.container.start({ id });
        const logs = await engine.container.logs({ id, follow: true, stdout: true, stderr: true });
        const left = new AbortController();
        const events = await engine.system.events({ filters: { container: [id] } }, { signal: left.signal });
        const aborted = events.toArray().catch((error: unknown) => error);
        const input = 'input '.repeat(20_000);
        session.stdin.end(input);
        const wanted = { stdout: input, stderr: 'err\n' };
        expect(await session.text()).toEqual(wanted);
        expect((await engine.container.wait({ id })).StatusCode).toBe(0);
        const followed = await logs.text();
        // Engine 20.10 may omit the last chunks of followed logs, also over its own socket.
        if (scene.subject.name !== '20.10') expect(followed).toEqual(wanted);
        else expect([followed.stdout.length > 0, input.startsWith(followed.stdout)]).toEqual([true, true]);
        expect(await (await engine.container.logs({ id, stdout: true, stderr: true })).text()).toEqual(wanted);
        left.abort(new Error('enough'));
        expect(await aborted).toBe(left.signal.reason);
        expect(forward(all)?.open()).toBeGreaterThan(0);
      } finally {
        await engine.container.delete({ id, force: true });
        await engine.close();
      }
      await until('no connection is left', () => forward(all)?.open() === 0, 5000);
    });

    test('lets @lading/client use a version that both support', async (context) => {
      const given = options(all);
      if (given === undefined) return context.skip('SKIPPED: there is no sshd; install openssh-server');
      const engine = await connectAny({ ...given, version: scene.subject.api });
      expect(engine.version).toBe(scene.subject.api);
      expect((await engine.system.version()).ApiVersion).toMatch(/^1\.\d+$/);
      await engine.close();
      await until('no connection is left', () => forward(all)?.open() === 0, 5000);
    });
  });

  test('a failed TLS connection explains what is missing', async () => {
    const { ca } = all.certificates;
    const host = `tcp://127.0.0.1:${all.tls.port}`;
    const failing = async (options: ConnectOptions) => {
      const error: unknown = await connectTo(scene.subject.api, options).catch((caught: unknown) => caught);
      expect(error).toMatchObject({ name: 'ConnectionError' });
      return String(error);
    };
    expect(await failing({ host, env: {} })).toMatch(/perhaps it wants TLS|does not speak HTTP|wants TLS/);
    expect(await failing({ host, tls: { ca }, env: {} })).toMatch(/our certificate|another certificate from us/);
    expect(await failing({ host, tls: {}, env: {} })).toMatch(/not signed by an authority that is trusted here/);
    await until('no connection is left', () => all.tls.open() === 0, 5000);
  });
});
