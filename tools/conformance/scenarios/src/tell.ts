/** Tells one story to a server. */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { pack } from 'tar-stream';
import type { Address } from './address.js';
import { fillIn, type Known } from './fill-in.js';
import { mismatches, type Mismatch } from './matches.js';
import { jsonOf, namesOf, outputOf } from './read-response.js';
import { itemsOf, send, type Response, type Sent } from './send.js';
import type { Step, Story, Wanted } from './story.js';
import { gapMismatches, timeMismatches } from './times.js';

interface Place {
  readonly address: Address;
  /** `1.44`, put in front of every path. */
  readonly version: string;
  /** What every story may use: the name of the image, for one. */
  readonly known: Known;
}

/** What went wrong, and where; absent: all went as wanted. */
export interface Failure {
  readonly step: string;
  readonly request: string;
  readonly mismatches: readonly Mismatch[];
  /** The answer in short, for a person who has to find out why. */
  readonly response?: string;
}

export async function tell(story: Story, place: Place): Promise<Failure | undefined> {
  const known = new Map(place.known);
  known.set('name', `story-${randomBytes(5).toString('hex')}`);
  const running = new Map<string, Promise<Response>>();
  try {
    for (const step of story.steps) {
      const failure = await take(step, place, known, running);
      if (failure) return failure;
    }
    return undefined;
  } finally {
    for (const step of story.finally) await take(step, place, known, running).catch(() => undefined);
    for (const response of running.values()) void response.catch(() => undefined);
  }
}

async function take(
  step: Step,
  place: Place,
  known: Map<string, unknown>,
  running: Map<string, Promise<Response>>,
): Promise<Failure | undefined> {
  const wanted = step.at[place.version] ?? step.then;
  const until = Date.now() + (step.within ?? 0) * 1000;
  for (;;) {
    const failure = await once(step, wanted, place, known, running);
    if (failure === undefined || Date.now() >= until) return failure;
    await pause(200);
  }
}

async function once(
  step: Step,
  wanted: Wanted,
  place: Place,
  known: Map<string, unknown>,
  running: Map<string, Promise<Response>>,
): Promise<Failure | undefined> {
  let request = step.join === undefined ? (step.send ?? '') : `the answer of '${step.join}'`;
  const fail = (found: readonly Mismatch[], response?: Response): Failure => ({
    step: step.when,
    request,
    mismatches: found,
    ...(response && { response: `${response.status} ${response.bytes.subarray(0, 400).toString()}` }),
  });
  try {
    const answering = step.join === undefined ? undefined : running.get(step.join);
    if (step.join !== undefined && answering === undefined) throw new Error(`nothing runs as '${step.join}'`);
    const sent = answering === undefined ? await sentOf(step, place, known) : undefined;
    if (sent !== undefined) request = `${sent.method} ${sent.path}`;
    if (sent !== undefined && step.background !== undefined) {
      running.set(step.background, send(place.address, sent));
      // Long enough for the server to have read it, so that what follows comes after it.
      await pause(300);
      return undefined;
    }
    const response = await (answering ?? send(place.address, sent as Sent));
    const found = await judge(response, fillIn(wanted, known));
    if (found.length > 0) return fail(found, response);
    for (const [name, path] of Object.entries(step.keep)) known.set(name, valueAt(response, path));
    return undefined;
  } catch (error) {
    return fail([{ at: '/', wanted: 'an answer', got: error instanceof Error ? error.message : String(error) }]);
  }
}

async function sentOf(step: Step, { version }: Place, known: Known): Promise<Sent> {
  const { send: line = '', query, headers, json, text, tar, leave } = step;
  // Names in a path are data: they may hold what a path gives a meaning to.
  const [, method = 'GET', path = '/'] = /^([A-Z]+) (.*)$/s.exec(fillIn(line, known)) ?? [];
  const search = new URLSearchParams(
    Object.entries(fillIn(query, known)).flatMap(([name, value]) =>
      (Array.isArray(value) ? (value as unknown[]) : [value]).map((one): [string, string] => [
        name,
        typeof one === 'object' ? JSON.stringify(one) : String(one),
      ]),
    ),
  ).toString();
  const type = json !== undefined ? 'application/json' : tar !== undefined ? 'application/x-tar' : undefined;
  const body =
    json !== undefined
      ? Buffer.from(JSON.stringify(fillIn(json, known)))
      : text !== undefined
        ? Buffer.from(fillIn(text, known))
        : tar !== undefined
          ? await archiveOf(fillIn(tar, known))
          : undefined;
  return {
    method,
    path: `${step.bare ? '' : `/v${version}`}${path}${search === '' ? '' : `${path.includes('?') ? '&' : '?'}${search}`}`,
    headers: {
      ...(type && { 'content-type': type }),
      ...Object.fromEntries(
        Object.entries(fillIn(headers, known)).map(([name, value]) => [
          name,
          typeof value === 'object' ? base64url(value) : String(value),
        ]),
      ),
    },
    leave,
    ...(body && { body }),
    ...(step.upgrade !== undefined && { upgrade: step.upgrade }),
    ...(step.stdin !== undefined && { stdin: fillIn(step.stdin, known) }),
  };
}

/** With padding, as registries' credentials are sent. */
function base64url(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64').replaceAll('+', '-').replaceAll('/', '_');
}

async function archiveOf(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const archive = pack();
  for (const [name, content] of Object.entries(files)) archive.entry({ name }, content);
  archive.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of archive) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function judge(response: Response, wanted: Wanted): Promise<readonly Mismatch[]> {
  const { status, headers, json, items, text, stdout, stderr, tar, takes, gaps } = wanted;
  const statusFound = status === undefined || status.includes(response.status);
  if (!statusFound) return [{ at: 'status', wanted: status.join(' or '), got: response.status }];
  const output = outputOf(response);
  const names = tar === undefined ? [] : await namesOf(response);
  return [
    ...mismatches(lowered(headers ?? {}), response.headers, 'headers'),
    ...(json === undefined ? [] : mismatches(json, jsonOf(response), '')),
    ...(items === undefined ? [] : missingItems(items, itemsOf(response.bytes))),
    ...(text === undefined ? [] : mismatches(text, response.bytes.toString(), 'text')),
    ...(stdout === undefined ? [] : mismatches(stdout, output.stdout, 'stdout')),
    ...(stderr === undefined ? [] : mismatches(stderr, output.stderr, 'stderr')),
    ...(takes === undefined ? [] : timeMismatches(takes, response.seconds, 'takes')),
    ...(gaps === undefined ? [] : gapMismatches(gaps, itemsOf(response.bytes))),
    ...(tar ?? []).flatMap((name) => (names.includes(name) ? [] : [{ at: 'archive', wanted: name, got: names }])),
  ];
}

/** Each wanted item has to come after the one before. */
function missingItems(wanted: readonly unknown[], got: readonly unknown[]): readonly Mismatch[] {
  let from = 0;
  for (const [index, one] of wanted.entries()) {
    const found = got.findIndex((item, at) => at >= from && mismatches(one, item).length === 0);
    if (found < 0) return [{ at: `items/${index}`, wanted: JSON.stringify(one), got: got.slice(0, 20) }];
    from = found + 1;
  }
  return [];
}

function lowered(headers: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** `Id`, `Version.Index`, `0.Id`, `headers.api-version`. */
function valueAt(response: Response, path: string): unknown {
  const root: unknown = path.startsWith('headers.') ? { headers: response.headers } : jsonOf(response);
  let value = root;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key))
      throw new Error(`the answer has no ${path} to keep`);
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
}
