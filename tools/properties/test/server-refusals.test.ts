/** Requests that were sent to real engines: servers accept what any engine accepts, and reject what all engines reject. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../conformance/recorder/exchange.js';
import { contracts, requestCheckerOf, accepted, type CheckedRequest } from '../servers/request-checker.js';

interface RefusalCase {
  readonly method: string;
  readonly path: string;
  readonly body?: Json;
  readonly headers?: Readonly<Record<string, string>>;
  /** What each engine responded at a version: the status, with the message of a refusal. */
  readonly responses: Readonly<Record<string, number | string>>;
}

const requests = readFileSync(new URL('../../conformance/refusals/requests.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as RefusalCase);

/** Reasons that a server cannot decide from the request, by the message of the engine. */
const engineOnly: readonly (readonly [reason: string, words: RegExp])[] = [
  ['the configuration of the image', /no command specified/i],
  [
    'existing containers, networks and images',
    /could not get container|network \S+ not found|user defined networks|repository|reference|tag format/,
  ],
  [
    'plugins, runtimes and options of log drivers',
    /logging plugin|log opt|syslog|scheme|runtime name|Unknown runtime/i,
  ],
  ['the kernel, its processors and quotas', /cpuset|CPUs are not available|quota|isolation|security-opt|signal/i],
  ['names of volumes, which their driver restricts', /local volume name|volume name is too short/],
  [
    'drivers of networks differ at 1.41',
    /non parsable secondary ip|Invalid Address|does not contain range|not a swarm manager/i,
  ],
  ['strings of the image and the platform', /working directory|environment variable|platform/i],
];

describe.each(Object.entries(contracts))('%s', (version, contract) => {
  const checkRequest = requestCheckerOf(contract, { url: 0 });
  const rows = requests.map(({ responses, ...request }) => {
    const given = Object.entries(responses).filter(([name]) => name.endsWith(` at ${version}`));
    return [JSON.stringify(request), sent(request), given.map(([, response]) => response)] as const;
  });

  it.each(rows.filter(([, , given]) => given.some((response) => typeof response === 'number')))(
    'accepted: %s',
    async (_name, request, given) => {
      const { status, message } = await checkRequest(request);
      expect([status, message, given]).toEqual([accepted, expect.anything(), given]);
    },
  );

  it.each(rows.filter(([, , given]) => given.length > 0 && given.every(isRefusal) && !given.some(isEngineOnly)))(
    'rejected: %s',
    async (_name, request, given) => {
      const { status, message } = await checkRequest(request);
      expect([status, message, given]).toEqual([400, expect.anything(), given]);
    },
  );
});

/** Whether the response rejects the request itself; 404, 409 and 503 are about the state of the engine. */
function isRefusal(response: number | string): boolean {
  return /^(400|500) /.test(String(response));
}

function isEngineOnly(response: number | string): boolean {
  return engineOnly.some(([, words]) => words.test(String(response)));
}

function sent({ method, path: url, body, headers = {} }: Omit<RefusalCase, 'responses'>): CheckedRequest {
  if (body === undefined) return { method, url, headers };
  return { method, url, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
