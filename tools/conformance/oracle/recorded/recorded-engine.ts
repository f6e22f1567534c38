// A server that gives the recorded responses of an engine at one version, one request at a time.

import { createServer } from 'node:http';
import type { Exchange } from '../../recorder/exchange.js';

export interface RecordedEngine {
  /** Sets the exchange whose response comes next. Requests for something else get the first response that was recorded for them, or 404. */
  expect(exchange: Exchange): void;
  /** The requests that were not recorded. */
  readonly unknown: ReadonlySet<string>;
  close(): Promise<void>;
}

/** Headers that belong to the connection, not to the response. */
const ofConnection = /^(date|connection|content-length|transfer-encoding)$/i;

export async function startRecordedEngine(exchanges: readonly Exchange[], listen: string): Promise<RecordedEngine> {
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
