// Sends the recorded reads of one version as a client of another one through a bridge, in front of the responses that were recorded.

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repository } from '../../check/document.js';
import { send } from '../../drivers/send.js';
import { content } from '../../recorder/content.js';
import type { Exchange, Headers } from '../../recorder/exchange.js';
import { startBridge } from '../bridge-process.js';

const prefix = /^\/v\d+\.\d+(?=\/)/;
export const withoutVersion = (path: string): string => path.replace(prefix, '');

/** The headers without those that belong to the connection. */
export const ofResponse = (headers: Headers): Headers =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !/^(date|connection|content-length|transfer-encoding)$/i.test(name)),
  );

/** Whether an exchange reads a resource: what is upgraded, or ended by the client, is none. */
export const isRead = ({ method, response }: Exchange): boolean =>
  (method === 'GET' || method === 'HEAD') && response.status !== 101 && response.bytes === undefined;

/**
 * @param recorded what an engine responded at one version
 * @param versions those of the clients
 * @param spoken the version that the bridge of the repository uses with its engine
 * @returns what each client gets, by version, in the order of the reads, and the requests of the bridge that were not recorded
 */
export async function bridgedReads(recorded: readonly Exchange[], versions: readonly string[], spoken: string) {
  const folder = mkdtempSync(join(tmpdir(), 'lading-recorded-'));
  const sockets = { socket: join(folder, 'engine.sock'), listen: join(folder, 'bridge.sock') };
  const byVersion = new Map<string, readonly Exchange[]>();
  const unknown = new Set<string>();
  /** The first exchange of each request, and of each resource. */
  const first = new Map(
    recorded.toReversed().flatMap((one) => [requestOf(one), resourceOf(one)].map((key) => [key, one] as const)),
  );
  /** The exchange whose response comes next. */
  let expected: Exchange | undefined;
  // A bridge may spell a query in another way, or ask for more than the client: for what an older version cannot choose.
  const found = (asked: Request, by: (one: Request) => string): Exchange | undefined =>
    expected !== undefined && by(expected) === by(asked) ? expected : first.get(by(asked));
  const engine = createServer((request, response) => {
    request.resume();
    const asked = { method: request.method ?? '', path: request.url ?? '' };
    const exchange = found(asked, requestOf) ?? found(asked, resourceOf);
    if (exchange === undefined) {
      unknown.add(`${request.method} ${request.url}`);
      response.writeHead(404, { 'Content-Type': 'application/json' }).end('{"message":"not recorded"}');
      return;
    }
    const { status, headers, body, items, text, bytes } = exchange.response;
    response.writeHead(status, { ...ofResponse(headers) });
    if (body !== undefined) response.end(JSON.stringify(body));
    else if (items !== undefined) response.end(items.map((item) => `${JSON.stringify(item)}\n`).join(''));
    else response.end(bytes === undefined ? text : Buffer.alloc(bytes));
  }).listen(sockets.socket);
  await once(engine, 'listening');
  const program = join(repository, 'packages/bridge/bin/bridge.mjs');
  const command = `node ${program} --listen unix://{listen} --engine unix://{engine} --as ${spoken}`;
  const bridge = await startBridge(command, sockets);
  try {
    for (const version of versions) {
      const bridged: Exchange[] = [];
      for (expected of recorded.filter(isRead)) {
        const { method, request } = expected;
        const path = expected.path.replace(prefix, `/v${version}`);
        const accept = Object.entries(request.headers).filter(([name]) => /^accept$/i.test(name));
        const sent = { method, path, headers: Object.fromEntries(accept), leave: {} };
        const { status, headers, bytes } = await send({ socketPath: bridge.socket }, sent);
        const response = { status, headers, ...content(headers, bytes, bytes.length) };
        bridged.push({ ...expected, version, path, response });
      }
      byVersion.set(version, bridged);
    }
  } finally {
    await bridge.stop();
    engine.closeAllConnections();
    engine.close();
    rmSync(folder, { recursive: true });
  }
  return { byVersion, unknown: [...unknown] };
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
  `${method} ${decodeURIComponent(withoutVersion(path).replace(/\?.*$/, ''))}`;
