// A server that responds as a recorded engine did, at one version.

import { createServer } from 'node:http';
import { responseAt, type Reading, type ReadResponse } from './readings.js';

export interface ReplayEngine {
  /** The requests that the recording does not have. */
  readonly unknown: ReadonlySet<string>;
  close(): Promise<void>;
}

/** @param version the only one that the engine speaks */
export async function startReplay(
  readings: readonly Reading[],
  version: string,
  listen: string,
): Promise<ReplayEngine> {
  const responses = new Map<string, ReadResponse | undefined>(
    readings.map((reading) => [spelledAlike(`/v${version}${reading.target}`), responseAt(reading, version)] as const),
  );
  const unknown = new Set<string>();
  const server = createServer((request, response) => {
    const found = responses.get(spelledAlike(request.url ?? ''));
    request.resume();
    if (found === undefined || request.method !== 'GET') {
      unknown.add(`${request.method ?? ''} ${request.url ?? ''}`);
      response.writeHead(501).end();
      return;
    }
    const { status, headers, body, text } = found;
    response.writeHead(status, headers).end(body === undefined ? text : JSON.stringify(body));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(listen, resolve);
  });
  return {
    unknown,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A request target in one spelling: the order of parameters means nothing, nor do the two forms of filters and of truth. */
function spelledAlike(target: string): string {
  const { pathname, searchParams } = new URL(target, 'http://engine');
  const parameters = [...searchParams].map(
    ([name, value]) => `${name}=${name === 'filters' ? filters(value) : truth(value)}`,
  );
  return `${decodeURIComponent(pathname)}?${parameters.sort().join('&')}`;
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

const truth = (value: string): string => ({ true: '1', false: '0' })[value] ?? value;
