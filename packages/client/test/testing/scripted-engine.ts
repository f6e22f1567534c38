/** An engine on a socket, which a test scripts by method and path without the version. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A request as it was received. */
export interface Received {
  readonly method: string;
  /** The path with the version and the query. */
  readonly url: string;
  readonly body: string;
}

export interface ScriptedEngine {
  /** The address, for `connect`. */
  readonly host: string;
  /** All requests except for the negotiation. */
  readonly requests: Received[];
}

export type Script = (request: Received, response: ServerResponse, message: IncomingMessage) => void;

/**
 * Starts an engine that serves a version at most.
 *
 * @param output the frames that attached processes write before they end
 */
export async function scriptedEngine(
  version: string,
  script: Script,
  output: readonly Buffer[] = [],
): Promise<ScriptedEngine> {
  const folder = temporaryFolder();
  const socketPath = join(folder, 'engine.sock');
  const requests: Received[] = [];
  const server = createServer((message, response) => {
    const { method = '', url = '' } = message;
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => {
      if (url === '/_ping') return void response.writeHead(200, { 'api-version': version, ostype: 'linux' }).end();
      if (url === '/version') return void response.end(JSON.stringify({ ApiVersion: version, MinAPIVersion: '1.24' }));
      const request = { method, url, body: Buffer.concat(chunks).toString() };
      requests.push(request);
      script(request, response, message);
    });
  });
  server.on('upgrade', (message, socket) => {
    requests.push({ method: message.method ?? '', url: message.url ?? '', body: '' });
    socket.write('HTTP/1.1 101 UPGRADED\r\nContent-Type: application/vnd.docker.multiplexed-stream\r\n');
    socket.end(Buffer.concat([Buffer.from('Connection: Upgrade\r\nUpgrade: tcp\r\n\r\n'), ...output]));
  });
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { host: `unix://${socketPath}`, requests };
}

/** Responds with JSON. */
export function json(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
