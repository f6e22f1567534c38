/** Every request that a real engine took from a real client is taken by the server of its version. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { contracts, judgeOf, taken, type Sent } from '../servers/judge.js';
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
  readonly answer: { readonly status: number };
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
    .filter(({ answer }) => answer.status < 400);

  it(`${exchanges.length} requests are taken`, async () => {
    expect(exchanges.length).toBeGreaterThan(300);
    const refused: string[] = [];
    for (const exchange of exchanges) {
      const { method, path, version } = exchange;
      const verdict = await judges[version]?.(sent(exchange));
      if (verdict?.status !== taken) refused.push(`${method} ${path}: ${verdict?.status} ${verdict?.message}`);
    }
    expect(refused).toEqual([]);
  });
});

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
