/** Transports between a client and an engine that listens on a socket: a TCP port, TLS, a proxy, ssh. */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { createServer as createTlsServer } from 'node:tls';
import { until } from './on-each-client.js';

/** A listening port, and the number of its open connections. */
export interface Forward {
  readonly port: number;
  readonly open: () => number;
  readonly close: () => void;
}

/** Certificates, in a folder that `DOCKER_CERT_PATH` can name. */
export interface Certificates {
  readonly folder: string;
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

const toSocket = (path: string) => (): Socket => connect({ path, allowHalfOpen: true });

/** Forwards a port to a socket. */
export const forwardPort = (socket: string): Promise<Forward> =>
  forward(toSocket(socket), (join) => createServer({ allowHalfOpen: true }, join));

/** Forwards a TLS port, which requires a client certificate of the same authority, to a socket. */
export function forwardTls(socket: string, { folder, ca }: Certificates, port = 0): Promise<Forward> {
  const [cert, key] = ['server.pem', 'server.key'].map((name) => readFileSync(join(folder, name), 'utf8'));
  const settings = { ca, cert, key, requestCert: true, rejectUnauthorized: true, allowHalfOpen: true };
  return forward(toSocket(socket), (join) => createTlsServer(settings, join), port);
}

/** Starts an HTTP proxy that forwards every `CONNECT` to a port of this machine. */
export const forwardProxy = (port: number): Promise<Forward> =>
  forward(
    () => connect({ port, host: '127.0.0.1', allowHalfOpen: true }),
    (join) =>
      createHttpServer().on('connect', (_request, peer: Duplex) => {
        peer.write('HTTP/1.1 200 Connection established\r\n\r\n');
        join(peer);
      }),
  );

/** Starts the system's sshd, with a key that may only run `docker system dial-stdio`. Returns `undefined` if sshd is not installed. */
export async function forwardSsh(socket: string, folder: string): Promise<Forward | undefined> {
  const sshd = '/usr/sbin/sshd';
  if (!existsSync(sshd)) return undefined;
  const path = (name: string): string => join(folder, name);
  for (const name of ['host', 'me']) {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path(name)], { stdio: 'pipe' });
  }
  const dial = join(import.meta.dirname, 'dial-stdio.mjs');
  const allowed = `restrict,command="${process.execPath} ${dial} ${socket}" ${readFileSync(path('me.pub'), 'utf8')}`;
  const { port, close } = await forwardPort(socket);
  close();
  const settings = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${path('host')}`,
    `AuthorizedKeysFile ${path('allowed')}`,
    ...['PidFile none', 'UsePAM no', 'StrictModes no', 'PasswordAuthentication no', 'PermitRootLogin yes'],
  ];
  writeFileSync(path('allowed'), allowed);
  writeFileSync(path('sshd_config'), `${settings.join('\n')}\n`);
  writeFileSync(path('known'), `[127.0.0.1]:${port} ${readFileSync(path('host.pub'), 'utf8')}`);
  ownSsh(folder);
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true });
  const daemon = spawn(sshd, ['-D', '-e', '-f', path('sshd_config')], { stdio: 'ignore' });
  await until('sshd listens', () => sendsBytes(port), 10_000);
  // sshd starts a child process for each connection.
  return { port, open: () => childrenOf(daemon.pid ?? 0), close: () => void daemon.kill() };
}

/** Puts an `ssh` on the PATH that runs the system's program with the test's configuration instead of the user's. */
function ownSsh(folder: string): void {
  const real = execFileSync('sh', ['-c', 'command -v ssh'], { encoding: 'utf8' }).trim();
  const [bin, config] = [join(folder, 'bin'), join(folder, 'ssh_config')];
  mkdirSync(bin);
  const lines = [
    `IdentityFile ${join(folder, 'me')}`,
    'IdentitiesOnly yes',
    `UserKnownHostsFile ${join(folder, 'known')}`,
  ];
  writeFileSync(config, `${lines.join('\n')}\n`);
  writeFileSync(join(bin, 'ssh'), `#!/bin/sh\nexec ${real} -F ${config} "$@"\n`);
  chmodSync(join(bin, 'ssh'), 0o755);
  process.env['PATH'] = `${bin}:${process.env['PATH'] ?? ''}`;
}

/** Creates an authority, and certificates of it for the server and the client. */
export function certificates(folder: string): Certificates {
  mkdirSync(folder, { recursive: true });
  const openssl = (...words: string[]): void => void execFileSync('openssl', words, { cwd: folder, stdio: 'pipe' });
  const fresh = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  openssl(...fresh, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=authority');
  const names = 'subjectAltName=IP:127.0.0.1,DNS:localhost,DNS:engine.test';
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-addext', names];
  openssl(...fresh, '-keyout', 'server.key', '-out', 'server.pem', '-subj', '/CN=server', ...signed);
  // The names that DOCKER_CERT_PATH wants.
  openssl(...fresh, '-keyout', 'key.pem', '-out', 'cert.pem', '-subj', '/CN=client', ...signed);
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  return { folder, ca: read('ca.pem'), cert: read('cert.pem'), key: read('key.pem') };
}

/** Listens on a port, and joins each connection with another one in both directions; each direction ends separately. */
async function forward(
  other: () => Socket,
  serverOf: (join: (peer: Duplex) => void) => Server,
  wanted = 0,
): Promise<Forward> {
  const open = new Set<Duplex>();
  const pass = (from: Duplex, to: Duplex): void => {
    from.on('error', () => to.destroy()).on('close', () => from.errored === null || to.destroy());
    from.pipe(to);
  };
  const server = serverOf((peer) => {
    const target = other();
    open.add(peer);
    pass(peer, target);
    pass(target, peer);
    peer.on('close', () => {
      open.delete(peer);
      target.destroy();
    });
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(wanted, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, open: () => open.size, close: () => void server.close() };
}

function sendsBytes(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1').on('error', () => resolve(false));
    socket.once('data', () => resolve(socket.destroy().destroyed));
  });
}

function childrenOf(pid: number): number {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).length;
}
