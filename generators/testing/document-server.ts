/** A server on this machine whose paths respond as tests say. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestServer {
  readonly url: string;
  /** The paths that were requested. */
  readonly requested: readonly string[];
  close(): Promise<void>;
}

/** Starts a server. A text is the body of a response; a path without an entry is not found. */
export async function serve(paths: Readonly<Record<string, string | RequestListener>>): Promise<TestServer> {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requested.push(path);
    const entry = paths[path];
    if (entry === undefined) response.writeHead(404).end();
    else if (typeof entry === 'string') response.end(entry);
    else void entry(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requested, close };
}
