/** The server of a version accepts every request that a real engine accepted from a real client. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { contracts as loaders } from '@lading/conversions/contracts';
import type { Contract } from '@lading/runtime-server';
import { requestCheckerOf, accepted, type CheckedRequest, type CheckResult } from '../servers/request-checker.js';
import { repository } from '../paths.js';

interface RecordedExchange {
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
const recordedVersions = [...new Set(files.map((file) => /-v([\d.]+)\.jsonl/.exec(file)?.[1] ?? ''))];
const contracts: Readonly<Record<string, Contract>> = Object.fromEntries(
  await Promise.all(
    recordedVersions.map(async (version) => [version, await loaders[version as keyof typeof loaders]()] as const),
  ),
);
const requestCheckers = Object.fromEntries(
  Object.entries(contracts).map(([version, contract]) => [version, requestCheckerOf(contract)]),
);

describe.each(files)('%s', (file) => {
  const exchanges = gunzipSync(readFileSync(join(recordings, file)))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RecordedExchange)
    .filter(({ response }) => response.status !== 400);
  const successes = exchanges.filter(({ response }) => response.status < 400);
  // Engines respond with 500 to many invalid requests, where the contract requires 400.
  const failures = exchanges.filter(({ response }) => response.status > 400 && response.status !== 500);

  it(`${successes.length} requests are accepted`, async () => {
    expect(successes.length).toBeGreaterThan(300);
    const rejected: string[] = [];
    for (const exchange of successes) {
      const result = await requestCheckers[exchange.version]?.(sent(exchange));
      if (result?.status !== accepted) rejected.push(described(exchange, result));
    }
    expect(rejected).toEqual([]);
  });

  it(`${failures.length} requests that engines rejected because of their state can be rejected with the same status`, async () => {
    expect(failures.length).toBeGreaterThan(30);
    const rejected: string[] = [];
    for (const exchange of failures) {
      const { status } = exchange.response;
      const contract = contracts[exchange.version];
      if (contract === undefined) throw new Error(`no contract of ${exchange.version}`);
      const result = await requestCheckerOf(contract, {}, status)(sent(exchange));
      // Paths without an operation have status 404 in both.
      if (result.status !== status) rejected.push(described(exchange, result));
    }
    expect(rejected).toEqual([]);
  });
});

function described({ method, path, response }: RecordedExchange, result: CheckResult | undefined): string {
  return `${method} ${path} (engine: ${response.status}): ${result?.status} ${result?.message}`;
}

function sent({ method, path, request: { headers, body, text, bytes } }: RecordedExchange): CheckedRequest {
  // Recordings end truncated strings with an ellipsis.
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
