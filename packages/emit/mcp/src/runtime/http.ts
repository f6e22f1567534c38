/** Serves the protocol over streamable HTTP. Each request is a session of its own, so that any number of servers can answer. */
import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server as HttpServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';

export interface HttpOptions {
  /** @default '127.0.0.1' */
  readonly host?: string;
  /** The port; 0 is any free one. */
  readonly port: number;
  /** What clients send as `Authorization: Bearer …`. Required unless the host is a loopback address. */
  readonly token?: string | undefined;
  /** Further names of this server in the header `Host`, and of pages whose scripts may call it. */
  readonly allowedHosts?: readonly string[];
}

export interface ListeningMcp {
  /** `http://127.0.0.1:8080/mcp` */
  readonly url: string;
  close(): Promise<void>;
}

const loopback: readonly string[] = ['127.0.0.1', 'localhost', '[::1]', '::1'];

/**
 * Listens on a port.
 *
 * @param create returns the server of a request
 * @throws TypeError if others than this machine could call it without a token
 */
export async function listenHttp(create: () => Server, options: HttpOptions): Promise<ListeningMcp> {
  const { host = '127.0.0.1', port, token, allowedHosts = [] } = options;
  if (!loopback.includes(host) && (token ?? '') === '')
    throw new TypeError(`On ${host} other machines can call the tools: set a token`);
  const names = new Set([...loopback, host, ...allowedHosts].map((name) => name.toLowerCase()));
  const server = createServer((request, response) => {
    const refused = refusal(request, names, token);
    if (refused !== undefined) return end(response, ...refused);
    void respond(create(), request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host.replace(/^\[(.*)\]$/, '$1'), resolve);
  });
  const { port: chosen } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host.replace(/^\[|\]$/g, '')}]` : host}:${chosen}/mcp`,
    close: () => closed(server),
  };
}

/** Why a request is refused: a page of another origin could otherwise call tools through the browser of a user. */
function refusal(
  { method, url = '', headers }: IncomingMessage,
  names: ReadonlySet<string>,
  token: string | undefined,
): readonly [status: number, message: string] | undefined {
  const { host = '', origin, authorization = '' } = headers;
  if (!names.has(hostName(`http://${host}`))) return [403, `The host ${JSON.stringify(host)} is not allowed`];
  if (origin !== undefined && !names.has(hostName(origin)))
    return [403, `The origin ${JSON.stringify(origin)} is not allowed`];
  if (token !== undefined && token !== '' && !isEqual(authorization, `Bearer ${token}`))
    return [401, 'The token is missing or wrong'];
  if (url.replace(/\?.*$/, '') !== '/mcp') return [404, 'The protocol is served at /mcp'];
  return method === 'POST' ? undefined : [405, 'Each request is a session of its own: send it with POST'];
}

function hostName(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}

function isEqual(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function end(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }));
}

async function respond(server: Server, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const transport = new StreamableHTTPServerTransport({});
  response.once('close', () => void server.close());
  try {
    // Its types do not know `exactOptionalPropertyTypes`.
    await server.connect(transport as Parameters<Server['connect']>[0]);
    await transport.handleRequest(request, response);
  } catch (error) {
    if (!response.headersSent) end(response, 500, error instanceof Error ? error.message : String(error));
    else response.destroy();
  }
}

function closed(server: HttpServer): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
