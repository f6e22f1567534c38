/** Serves a registry of this process over HTTP. */
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import type { AddressInfo } from 'node:net';
import { bytesOf } from '../filesystem/tar.js';
import type { Fetch } from './token-auth.js';

export interface RegistryListener {
  /** `127.0.0.1:12345` */
  readonly host: string;
  close(): Promise<void>;
}

export async function serveRegistry(handle: Fetch, port: number): Promise<RegistryListener> {
  const server = createServer((incoming, outgoing) => {
    const respond = async (): Promise<void> => {
      const { method = 'GET', url = '/', headers } = incoming;
      const hasBody = method !== 'GET' && method !== 'HEAD';
      const request = new Request(new URL(url, `http://${headers.host ?? 'localhost'}`), {
        method,
        headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
        ...(hasBody && { body: Uint8Array.from(await bytesOf(incoming)) }),
      });
      const response = await handle(request);
      outgoing.writeHead(response.status, [...response.headers].flat());
      if (response.body === null) outgoing.end();
      else Readable.fromWeb(response.body as import('node:stream/web').ReadableStream).pipe(outgoing);
    };
    respond().catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
