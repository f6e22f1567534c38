/** Tests encrypted connections: from clients to the bridge, and from the bridge to the engine. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer, request, type RequestOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listen } from '../src/index.js';

const folder = temporaryFolder();
const file = (name: string) => readFileSync(join(folder, name), 'utf8');
const openssl = (...words: readonly string[]) => execFileSync('openssl', words, { cwd: folder, stdio: 'pipe' });
const closings: (() => Promise<unknown>)[] = [];
let port = 0;

/** Creates the certificates of an authority and of two owners, and one that nobody signed. */
function createCertificates(): void {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl('req', '-x509', ...key, '-keyout', 'ca-key.pem', '-out', 'ca.pem', '-subj', '/CN=authority', '-days', '2');
  openssl('req', '-x509', ...key, '-keyout', 'other-key.pem', '-out', 'other.pem', '-subj', '/CN=other', '-days', '2');
  for (const name of ['engine', 'bridge']) {
    const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1'];
    const signed = ['-CA', 'ca.pem', '-CAkey', 'ca-key.pem', '-days', '2'];
    openssl('req', '-x509', ...key, '-keyout', `${name}-key.pem`, '-out', `${name}.pem`, ...subject, ...signed);
  }
}

const onRequest: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('[{"Id":"i","Size":5}]');
};

beforeAll(async () => {
  createCertificates();
  const [ca, cert, key] = [file('ca.pem'), file('engine.pem'), file('engine-key.pem')];
  const engine = createServer(
    { ca, cert, key, requestCert: true, rejectUnauthorized: true, allowHalfOpen: true },
    onRequest,
  );
  engine.on('upgrade', (_request, socket: Duplex) => {
    socket.write('HTTP/1.1 101 UPGRADED\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\n');
    socket.on('error', () => undefined).pipe(socket);
  });
  closings.push(() => new Promise((resolve) => engine.close(resolve).closeAllConnections()));
  await new Promise<void>((resolve) => engine.listen(0, '127.0.0.1', resolve));
  const enginePort = (engine.address() as AddressInfo).port;
  // A port that is free now.
  port = enginePort + 1;
  const own = { cert: file('bridge.pem'), key: file('bridge-key.pem'), ca };
  const bridge = await listen({
    // Other machines may reach it, because clients need certificates.
    address: `tcp://0.0.0.0:${port}`,
    engine: `tcp://127.0.0.1:${enginePort}`,
    as: '1.44',
    tls: own,
    certificates: own,
  });
  closings.push(() => bridge.close());
});
afterAll(async () => {
  for (const close of closings) await close();
});

function options(path: string, name: string | undefined): RequestOptions {
  const identity = name === undefined ? {} : { cert: file(`${name}.pem`), key: file(`${name}-key.pem`) };
  return { host: '127.0.0.1', port, path, ca: file('ca.pem'), agent: false, ...identity };
}

it('serves clients that have a certificate of the authority', async () => {
  const body = await new Promise<string>((resolve, reject) => {
    const call = request(
      options('/v1.24/images/json', 'engine'),
      (response) => void text(response).then(resolve, reject),
    );
    call.on('error', reject).end();
  });
  expect(JSON.parse(body)).toMatchObject([{ VirtualSize: 5 }]);
});

it('upgrades connections', async () => {
  const headers = { connection: 'Upgrade', upgrade: 'tcp' };
  const echoed = await new Promise<string>((resolve, reject) => {
    const call = request({ ...options('/v1.44/containers/a/attach', 'engine'), method: 'POST', headers });
    call.on('upgrade', (_response, socket) => {
      socket.end('input');
      void text(socket).then(resolve, reject);
    });
    call.on('error', reject).end();
  });
  expect(echoed).toBe('input');
});

it.each([[undefined], ['other']])('refuses the certificate %s', async (name) => {
  const failed = new Promise((_resolve, reject) => {
    request(options('/v1.44/info', name), () => undefined)
      .on('error', reject)
      .end();
  });
  await expect(failed).rejects.toThrow();
});
