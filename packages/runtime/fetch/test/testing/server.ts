/** HTTP servers on loopback, which record their requests, and are closed after the test. */
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface TestServer {
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
}

export interface TestResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Starts a server that responds with what a function returns; `undefined` destroys the connection. */
export async function serve(respond: (request: ReceivedRequest) => TestResponse | undefined): Promise<TestServer> {
  const requests: ReceivedRequest[] = [];
  const server = await listen((message, response) => {
    void text(message).then((body) => {
      const { method = '', url = '', headers } = message;
      const request = { method, url, headers, body };
      requests.push(request);
      const answer = respond(request);
      if (answer === undefined) message.socket.destroy();
      else response.writeHead(answer.status ?? 200, answer.headers).end(answer.body);
    });
  });
  return { ...server, requests };
}

/** Starts a server with a listener of Node. */
export async function listen(listener: RequestListener): Promise<{ readonly url: string }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => void server.close().closeAllConnections());
  return { url: `http://127.0.0.1:${port}` };
}
