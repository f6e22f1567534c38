/** Every request that a real engine took from a real client is taken by the server of its version. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { contracts, judgeOf, taken, type Sent, type Verdict } from '../servers/judge.js';
import { repository } from '../places.js';

interface Recorded {
  readonly version: string;
  readonly method: string;
  readonly path: string;
  readonly request: {
    readonly headers: Readonly<Record<string, string | readonly string[]>>;
    readonly body?: unknown;
    readonly text?: string;
    readonly bytes?: number;
  };
  readonly response: { readonly status: number };
}

const recordings = join(repository, 'tools', 'conformance', 'recordings');
const files = readdirSync(recordings).filter((file) => file.endsWith('.jsonl.gz'));
const judges = Object.fromEntries(Object.entries(contracts).map(([version, contract]) => [version, judgeOf(contract)]));

describe.each(files)('%s', (file) => {
  const exchanges = gunzipSync(readFileSync(join(recordings, file)))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Recorded)
    .filter(({ response }) => response.status !== 400);
  const successes = exchanges.filter(({ response }) => response.status < 400);
  // Engines answer 500 for much that they cannot read, where the contract wants 400.
  const failures = exchanges.filter(({ response }) => response.status > 400 && response.status !== 500);

  it(`${successes.length} requests are taken`, async () => {
    expect(successes.length).toBeGreaterThan(300);
    const refused: string[] = [];
    for (const exchange of successes) {
      const verdict = await judges[exchange.version]?.(sent(exchange));
      if (verdict?.status !== taken) refused.push(described(exchange, verdict));
    }
    expect(refused).toEqual([]);
  });

  it(`${failures.length} requests that engines refused for their state can be refused so here, whatever is in them`, async () => {
    expect(failures.length).toBeGreaterThan(30);
    const refused: string[] = [];
    for (const exchange of failures) {
      const { status } = exchange.response;
      const contract = contracts[exchange.version];
      if (contract === undefined) throw new Error(`no contract of ${exchange.version}`);
      const verdict = await judgeOf(contract, {}, status)(sent(exchange));
      // Paths that are no operation are 404 for both.
      if (verdict.status !== status) refused.push(described(exchange, verdict));
    }
    expect(refused).toEqual([]);
  });
});

function described({ method, path, response }: Recorded, verdict: Verdict | undefined): string {
  return `${method} ${path} (engine: ${response.status}): ${verdict?.status} ${verdict?.message}`;
}

function sent({ method, path, request: { headers, body, text, bytes } }: Recorded): Sent {
  // The recordings end what is long with a sign of its own.
  const content =
    body !== undefined
      ? JSON.stringify(body).replaceAll('…"', '"')
      : (text ?? (bytes ? new Uint8Array(bytes) : undefined));
  return {
    method,
    url: path,
    headers: Object.fromEntries(
      Object.entries(headers)
        .map(([name, value]) => [name.toLowerCase(), typeof value === 'string' ? value : value.join(', ')] as const)
        .filter(([name]) => content !== undefined || name !== 'transfer-encoding'),
    ),
    ...(content !== undefined && { body: content }),
  };
}
