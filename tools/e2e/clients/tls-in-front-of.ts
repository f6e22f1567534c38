/** A TLS port in front of a socket, with generated certificates. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';

/**
 * Listens on port 2376 of this host for clients with a certificate, and writes `ca.pem`, `cert.pem` and `key.pem` for them.
 * @returns a function that closes the port
 */
export async function tlsInFrontOf(socket: string, folder: string): Promise<() => void> {
  mkdirSync(folder, { recursive: true });
  const openssl = (...words: string[]): unknown =>
    execFileSync('openssl', words, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const request = ['req', '-newkey', 'rsa:2048', '-nodes', '-subj'];
  openssl(...request, '/CN=authority', '-x509', '-days', '2', '-keyout', 'ca-key.pem', '-out', 'ca.pem');
  writeFileSync(join(folder, 'server.ext'), 'subjectAltName=DNS:localhost\n');
  for (const [name, key, cert] of [
    ['server', 'server-key.pem', 'server.pem'],
    ['client', 'key.pem', 'cert.pem'],
  ] as const) {
    openssl(...request, `/CN=${name}`, '-keyout', key, '-out', `${name}.csr`);
    const signed = ['x509', '-req', '-in', `${name}.csr`, '-CA', 'ca.pem', '-CAkey', 'ca-key.pem', '-CAcreateserial'];
    openssl(...signed, '-days', '2', '-out', cert, ...(name === 'server' ? ['-extfile', 'server.ext'] : []));
  }
  const read = (name: string): Buffer => readFileSync(join(folder, name));
  const server = createServer(
    { ca: read('ca.pem'), cert: read('server.pem'), key: read('server-key.pem'), requestCert: true },
    (client) => {
      const engine = connect(socket);
      client.on('error', () => engine.destroy());
      engine.on('error', () => client.destroy());
      client.pipe(engine).pipe(client);
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(2376, 'localhost', resolve);
  });
  return () => void server.close();
}
