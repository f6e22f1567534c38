/** Creates real folders, servers and certificates for tests, and removes them afterwards. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Duplex } from 'node:stream';
import { afterAll } from 'vitest';
import type { Response } from '../../src/connect/index.js';

const ends: (() => unknown)[] = [];
let isEnded = true;

/**
 * Ends everything that the tests of a file create here. The file calls it at its top: a worker loads this module once for all of
 * its files, so that a hook of the module would be one of the first file only.
 */
export function endAfterTests(): void {
  isEnded = false;
  afterAll(async () => {
    isEnded = true;
    for (const end of ends.splice(0).reverse()) await end();
  });
}

/** Runs a function after the tests of the file. */
function atEnd(end: () => unknown): void {
  if (isEnded) throw new Error('A test file calls endAfterTests at its top.');
  ends.push(end);
}

/** Creates a folder that is removed after the tests of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lading-connect-'));
  chmodSync(folder, 0o755);
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes files, and creates their folders. */
export function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** Returns the files of a context in the layout of the command line. */
export function contextFiles(
  name: string,
  host: string,
  more: { readonly skipVerify?: boolean; readonly tls?: Readonly<Record<string, string>> } = {},
): Readonly<Record<string, string>> {
  const id = createHash('sha256').update(name).digest('hex');
  const endpoint = { Host: host, SkipTLSVerify: more.skipVerify ?? false };
  const meta = JSON.stringify({ Name: name, Metadata: {}, Endpoints: { docker: endpoint } });
  const tls = Object.entries(more.tls ?? {}).map(([file, text]) => [`contexts/tls/${id}/docker/${file}`, text]);
  return { [`contexts/meta/${id}/meta.json`]: meta, ...Object.fromEntries(tls) };
}

/** Starts a server that is closed after the tests of the file. */
export async function listening<S extends Server>(server: S, at: string | number): Promise<number> {
  const sockets = new Set<Duplex>();
  for (const event of ['connection', 'secureConnection']) {
    server.on(event, (socket: Duplex) => void sockets.add(socket.on('error', () => undefined)));
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    if (typeof at === 'string') server.listen(at, resolve);
    else server.listen(at, '127.0.0.1', resolve);
  });
  atEnd(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return typeof at === 'string' ? 0 : (server.address() as AddressInfo).port;
}

/** Sends a request over an open connection. */
export function ask(socket: Duplex, path = '/_ping', method = 'GET'): Promise<Response> {
  return new Promise((resolve, reject) => {
    const call = request(
      { path, method, headers: { connection: 'close' }, createConnection: () => socket },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('error', reject);
        response.on('end', () => {
          const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
          resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(headers), text });
        });
      },
    );
    call.on('error', reject).end();
  });
}

/** An authority with a server and a client certificate, created with openssl. */
export interface Authority {
  readonly ca: string;
  readonly server: { readonly cert: string; readonly key: string };
  readonly client: { readonly cert: string; readonly key: string };
  readonly encryptedKey: string;
}

/** @param passphrase - of the encrypted copy of the client's key */
export function authority(
  name: string,
  options: { readonly san?: string; readonly passphrase?: string } = {},
): Authority {
  const folder = temporaryFolder();
  const path = (file: string): string => join(folder, file);
  const read = (file: string): string => readFileSync(path(file), 'utf8');
  const openssl = (...words: string[]): void => void execFileSync('openssl', words, { cwd: folder, stdio: 'pipe' });
  const fresh = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-batch'];
  openssl('req', '-x509', ...fresh, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', `/CN=${name}`, '-days', '2');
  for (const who of ['server', 'client']) {
    write(folder, {
      [`${who}.ext`]: who === 'server' ? `subjectAltName=${options.san ?? 'IP:127.0.0.1,DNS:localhost'}` : '',
    });
    openssl('req', ...fresh, '-keyout', `${who}.key`, '-out', `${who}.csr`, '-subj', `/CN=${who}`);
    const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', `${who}.ext`];
    openssl('x509', '-req', '-in', `${who}.csr`, '-out', `${who}.pem`, ...signed);
  }
  openssl(
    'pkcs8',
    '-topk8',
    '-in',
    'client.key',
    '-out',
    'encrypted.key',
    '-passout',
    `pass:${options.passphrase ?? 'none'}`,
  );
  const pair = (who: string): Authority['server'] => ({ cert: read(`${who}.pem`), key: read(`${who}.key`) });
  return { ca: read('ca.pem'), server: pair('server'), client: pair('client'), encryptedKey: read('encrypted.key') };
}

/** The sockets of running real engines in the folder `LADING_ENGINES`. */
export function engineSockets(): readonly string[] {
  const home = process.env['LADING_ENGINES'] ?? '/var/tmp/lading-engines';
  return ['20.10', '26.1'].map((version) => join(home, version, 'dk/docker.sock')).filter(listens);
}

// A socket file remains after its engine has ended.
function listens(socket: string): boolean {
  const question = `require('node:net').connect(${JSON.stringify(socket)}, () => process.exit(0)).on('error', () => process.exit(1))`;
  return existsSync(socket) && spawnSync(process.execPath, ['-e', question]).status === 0;
}
