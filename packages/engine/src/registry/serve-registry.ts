/** Serves a registry of this process over HTTP. */
import { createServer, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { AddressInfo } from 'node:net';
import { BadRequest } from '@lading/server-v1.44';
import { bytesOf } from '../filesystem/tar.js';
import type { Fetch } from './token-auth.js';

export interface RegistryListener {
  /** `127.0.0.1:12345` */
  readonly host: string;
  close(): Promise<void>;
}

/** The largest manifest in bytes, as registries have it. Layers have the largest size of an archive. */
const maxManifest = 4 * 1024 * 1024;

export async function serveRegistry(handle: Fetch, port: number): Promise<RegistryListener> {
  const server = createServer((incoming, outgoing) => {
    const respond = async (): Promise<void> => {
      const { method = 'GET', url = '/', headers } = incoming;
      const hasBody = method !== 'GET' && method !== 'HEAD';
      const request = new Request(new URL(url, `http://${headers.host ?? 'localhost'}`), {
        method,
        headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
        ...(hasBody && { body: Uint8Array.from(await bodyOf(incoming)) }),
      });
      const response = await handle(request);
      outgoing.writeHead(response.status, [...response.headers].flat());
      if (response.body === null) outgoing.end();
      else Readable.fromWeb(response.body as import('node:stream/web').ReadableStream).pipe(outgoing);
    };
    respond().catch((error: unknown) => {
      if (!(error instanceof BadRequest) || outgoing.headersSent) return outgoing.destroy();
      const errors = [{ code: 'SIZE_INVALID', message: error.message }];
      outgoing.writeHead(413, { 'content-type': 'application/json', connection: 'close' });
      // What the client still sends is not read.
      return outgoing.end(JSON.stringify({ errors }), () => incoming.destroy());
    });
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

/** Reads a body while it is not too large. @throws BadRequest */
function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  return /^[^?]*\/manifests\//.test(incoming.url ?? '') ? bytesOf(incoming, maxManifest) : bytesOf(incoming);
}
