/** Rules of the engine: sequences of requests, with the status and the message or the properties of each response. */
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { archiveWith } from '../src/filesystem/tar.js';
import { ManualClock, startEngine, type RunningEngine } from '../src/index.js';

interface Exchange {
  /** The method, the path with its query, and a JSON body: `POST /networks/create {"Name": "a"}`. */
  readonly send: string;
  /** The files of an archive that is the body. */
  readonly tar?: Readonly<Record<string, string>>;
  /** The seconds that pass before the request. */
  readonly after?: number;
  /** The properties that are shown of the response, or of each item of an array; otherwise all. */
  readonly shows?: string;
  readonly gives: string;
}

const folder = fileURLToPath(new URL('responses', import.meta.url));
const files = readdirSync(folder).map(
  (name) =>
    [name, parse(readFileSync(`${folder}/${name}`, 'utf8')) as Readonly<Record<string, readonly Exchange[]>>] as const,
);

let engine: RunningEngine;
let clock: ManualClock;
beforeEach(async () => {
  clock = new ManualClock(Date.parse('2026-01-01T00:00:00Z'));
  engine = await startEngine({ images: ['busybox'], publishPorts: false, checkResponses: true, clock });
});
afterEach(() => engine.close());

async function send({ send: line, tar, shows }: Exchange): Promise<string> {
  const [, method = '', target = '', json] = /^(\S+) (.*?)(?: ([{[].*))?$/s.exec(line) ?? [];
  const body = tar === undefined ? json : await buffer(archiveWith(tar));
  const call = request({
    socketPath: engine.address.replace('unix://', ''),
    ...{ method, path: `/v1.44${encodeURI(target).replaceAll('+', '%2B')}` },
    headers: { 'content-type': tar === undefined ? 'application/json' : 'application/x-tar' },
  });
  call.end(body);
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    call.on('response', resolve).on('error', reject);
  });
  const text = (await buffer(response)).toString();
  return `${response.statusCode} ${shown(text, shows?.split(' '))}`.trim();
}

/** Replaces ids and times, which differ in each run. */
function shown(text: string, properties: readonly string[] | undefined): string {
  const values = text
    .trim()
    .split(/\r?\n/)
    .map((line) => (/^[[{"]/.test(line) ? JSON.stringify(selected(JSON.parse(line), properties)) : line));
  return values
    .join('\n')
    .replaceAll(/\b[0-9a-f]{64}\b/g, 'ID')
    .replaceAll(/\b[0-9a-f]{12}\b/g, 'SHORT')
    .replaceAll(/\b[0-9a-z]{25}\b/g, 'ID')
    .replaceAll(JSON.stringify(hostname()).slice(1, -1), 'HOST');
}

function selected(value: unknown, properties: readonly string[] | undefined): unknown {
  if (Array.isArray(value)) return value.map((each) => selected(each, properties));
  if (typeof value !== 'object' || value === null) return value;
  if ('message' in value) return value.message;
  if (properties === undefined) return value;
  return Object.fromEntries(properties.map((path) => [path, path.split('.').reduce(propertyOf, value as unknown)]));
}

function propertyOf(value: unknown, name: string): unknown {
  return (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];
}

describe.each(files)('%s', (_name, sequences) => {
  it.each(Object.entries(sequences))('%s', async (_title, exchanges) => {
    const responses: Exchange[] = [];
    for (const exchange of exchanges) {
      await clock.advance((exchange.after ?? 0) * 1000);
      responses.push({ ...exchange, gives: await send(exchange) });
    }
    expect(responses).toEqual(exchanges);
  });
});
