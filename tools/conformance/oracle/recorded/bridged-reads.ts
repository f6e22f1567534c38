// Sends the recorded reads of one version as a client of another one through a bridge, in front of the responses that were recorded.

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { send } from '../../drivers/send.js';
import { content } from '../../recorder/content.js';
import type { Exchange } from '../../recorder/exchange.js';
import { startBridge } from '../bridge-process.js';

/** A server that gives the recorded responses of an engine at one version, one request at a time. */
interface RecordedEngine {
  /** Sets the exchange whose response comes next. Requests for something else get the first response that was recorded for them, or 404. */
  expect(exchange: Exchange): void;
  /** The requests that were not recorded. */
  readonly unknown: ReadonlySet<string>;
  close(): Promise<void>;
}

/** Headers that belong to the connection, not to the response. */
const ofConnection = /^(date|connection|content-length|transfer-encoding)$/i;

async function startRecordedEngine(exchanges: readonly Exchange[], listen: string): Promise<RecordedEngine> {
  const first = new Map<string, Exchange>();
  for (const exchange of exchanges) {
    for (const key of [requestOf(exchange), resourceOf(exchange)]) if (!first.has(key)) first.set(key, exchange);
  }
  let expected: Exchange | undefined;
  const unknown = new Set<string>();
  const server = createServer((request, response) => {
    request.resume();
    const asked = { method: request.method ?? '', path: request.url ?? '' };
    const isExpected = (key: (one: Request) => string): boolean =>
      expected !== undefined && key(expected) === key(asked);
    // A bridge may spell a query in another way, or ask for more than the client: for what an older version cannot choose.
    const found = isExpected(requestOf)
      ? expected
      : (first.get(requestOf(asked)) ?? (isExpected(resourceOf) ? expected : first.get(resourceOf(asked))));
    if (found === undefined) {
      unknown.add(`${asked.method} ${asked.path}`);
      response.writeHead(404, { 'Content-Type': 'application/json' }).end('{"message":"not recorded"}');
      return;
    }
    const { status, headers, body, items, text, bytes } = found.response;
    const own = Object.entries(headers).filter(([name]) => !ofConnection.test(name));
    response.writeHead(status, Object.fromEntries(own));
    if (body !== undefined) response.end(JSON.stringify(body));
    else if (items !== undefined) response.end(items.map((item) => `${JSON.stringify(item)}\n`).join(''));
    else response.end(bytes === undefined ? text : Buffer.alloc(bytes));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(listen, resolve);
  });
  return {
    expect: (exchange) => (expected = exchange),
    unknown,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Request = Pick<Exchange, 'method' | 'path'>;

/** A request without its version, in one spelling: the order of parameters means nothing, nor do the two forms of filters and of truth. */
function requestOf({ method, path }: Request): string {
  const parameters = [...new URLSearchParams(path.replace(/^[^?]*\??/, ''))].map(
    ([name, value]) => `${name}=${name === 'filters' ? filters(value) : ({ true: '1', false: '0' }[value] ?? value)}`,
  );
  return `${resourceOf({ method, path })}?${parameters.sort().join('&')}`;
}

function filters(text: string): string {
  try {
    const entries = Object.entries(JSON.parse(text) as Readonly<Record<string, object>>).map(([name, values]) => {
      const list = Array.isArray(values) ? values.map(String) : Object.keys(values);
      return [name, list.sort()] as const;
    });
    return JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  } catch {
    return text;
  }
}

const resourceOf = ({ method, path }: Request): string =>
  `${method} ${decodeURIComponent(path.replace(/^\/v\d+\.\d+(?=\/)/, '').replace(/\?.*$/, ''))}`;

/** Whether an exchange reads a resource: what is upgraded, or ended by the client, is none. */
export const isRead = ({ method, response }: Exchange): boolean =>
  (method === 'GET' || method === 'HEAD') && response.status !== 101 && response.bytes === undefined;

export interface BridgedReads {
  /** What each client gets, by version, in the order of the reads. */
  readonly byVersion: ReadonlyMap<string, readonly Exchange[]>;
  /** The requests of the bridge that were not recorded. */
  readonly unknown: readonly string[];
}

/**
 * @param recorded what an engine responded at one version
 * @param versions those of the clients
 */
export async function bridgedReads(
  recorded: readonly Exchange[],
  versions: readonly string[],
  command: string,
): Promise<BridgedReads> {
  const folder = mkdtempSync(join(tmpdir(), 'lading-recorded-'));
  const sockets = { socket: join(folder, 'engine.sock'), listen: join(folder, 'bridge.sock') };
  const engine = await startRecordedEngine(recorded, sockets.socket);
  const bridge = await startBridge(command, sockets);
  const results = new Map<string, readonly Exchange[]>();
  try {
    for (const version of versions) {
      const bridged: Exchange[] = [];
      for (const exchange of recorded.filter(isRead)) {
        engine.expect(exchange);
        bridged.push(await read({ ...exchange, version, path: atVersion(exchange.path, version) }, bridge.socket));
      }
      results.set(version, bridged);
    }
  } finally {
    await bridge.stop();
    await engine.close();
    rmSync(folder, { recursive: true });
  }
  return { byVersion: results, unknown: [...engine.unknown] };
}

const atVersion = (path: string, version: string): string => path.replace(/^\/v\d+\.\d+(?=\/)/, `/v${version}`);

/** @returns the exchange with the response of the server at the socket */
async function read(exchange: Exchange, socketPath: string): Promise<Exchange> {
  const { method, path, request } = exchange;
  const accept = Object.fromEntries(Object.entries(request.headers).filter(([name]) => /^accept$/i.test(name)));
  const { status, headers, bytes } = await send({ socketPath }, { method, path, headers: accept, leave: {} });
  return { ...exchange, response: { status, headers, ...content(headers, bytes, bytes.length) } };
}
