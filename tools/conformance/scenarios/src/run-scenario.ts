/** Runs one scenario against a server. */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { extract } from 'tar-stream';
import { fill, headersOf, member, type Variables } from '../../drivers/fill.js';
import { itemsOf, send, type Response, type SentRequest, type ServerAddress } from '../../drivers/send.js';
import { tarArchive } from '../../drivers/tar.js';
import { jsonOf } from '../../recorder/exchange.js';
import { gapMismatches, mismatches, timeMismatches, type Mismatch } from './mismatches.js';
import type { ScenarioStep, Scenario, Expectation } from './scenario.js';

interface ScenarioTarget {
  readonly address: ServerAddress;
  /** The API version, which prefixes every path: `1.44`. */
  readonly version: string;
  /** Variables that every scenario can use, such as the name of the image. */
  readonly variables: Variables;
}

/** A failed step: its request, and how the response differs from what is expected. */
export interface ScenarioFailure {
  readonly step: string;
  readonly request: string;
  readonly mismatches: readonly Mismatch[];
  /** The beginning of the response, for debugging. */
  readonly response?: string;
}

/** Runs the steps of a scenario up to the first failure, and then its cleanup. */
export async function runScenario(scenario: Scenario, target: ScenarioTarget): Promise<ScenarioFailure | undefined> {
  const variables = new Map(target.variables);
  variables.set('name', `scenario-${randomBytes(5).toString('hex')}`);
  const run: ScenarioRun = { ...target, variables, running: new Map() };
  try {
    for (const step of scenario.steps) {
      const failure = await runStep(step, run);
      if (failure) return failure;
    }
    return undefined;
  } finally {
    for (const step of scenario.finally) await runStep(step, run).catch(() => undefined);
    for (const response of run.running.values()) void response.catch(() => undefined);
  }
}

interface ScenarioRun extends ScenarioTarget {
  readonly variables: Map<string, unknown>;
  /** The requests in the background. */
  readonly running: Map<string, Promise<Response>>;
}

async function runStep(step: ScenarioStep, run: ScenarioRun): Promise<ScenarioFailure | undefined> {
  const until = Date.now() + (step.within ?? 0) * 1000;
  for (;;) {
    const failure = await tryStep(step, run);
    if (failure === undefined || Date.now() >= until) return failure;
    await pause(200);
  }
}

async function tryStep(step: ScenarioStep, run: ScenarioRun): Promise<ScenarioFailure | undefined> {
  const { address, version, variables, running } = run;
  let requestLine = step.join === undefined ? (step.send ?? '') : `the response of '${step.join}'`;
  const fail = (found: readonly Mismatch[], response?: Response): ScenarioFailure => ({
    step: step.when,
    request: requestLine,
    mismatches: found,
    ...(response && { response: `${response.status} ${response.bytes.subarray(0, 400).toString()}` }),
  });
  try {
    let pending = running.get(step.join ?? '');
    if (step.join !== undefined && pending === undefined)
      throw new Error(`no request runs in the background as '${step.join}'`);
    if (pending === undefined) {
      const request = await requestOf(step, run);
      requestLine = `${request.method} ${request.path}`;
      pending = send(address, request);
      if (step.background !== undefined) {
        running.set(step.background, pending);
        // Long enough for the server to read this request before the next one.
        await pause(300);
        return undefined;
      }
    }
    const response = await pending;
    const found = await checkResponse(response, fillIn(step.at[version] ?? step.then, variables));
    if (found.length > 0) return fail(found, response);
    for (const [name, path] of Object.entries(step.keep)) variables.set(name, valueAt(response, path));
    return undefined;
  } catch (error) {
    return fail([{ at: '/', expected: 'a response', actual: error instanceof Error ? error.message : String(error) }]);
  }
}

async function requestOf(step: ScenarioStep, { version, variables }: ScenarioRun): Promise<SentRequest> {
  const { send: line = '', query, headers, json, text, tar, leave } = step;
  // Variables in a path are data: they may contain characters that have a meaning in a path.
  const [, method = 'GET', path = '/'] = /^([A-Z]+) (.*)$/s.exec(fillIn(line, variables)) ?? [];
  const search = new URLSearchParams(
    Object.entries(fillIn(query, variables)).flatMap(([name, value]) =>
      [value]
        .flat()
        .map((one): [string, string] => [name, typeof one === 'object' ? JSON.stringify(one) : String(one)]),
    ),
  ).toString();
  const type = json !== undefined ? 'application/json' : tar !== undefined ? 'application/x-tar' : undefined;
  const files = Object.entries(fillIn(tar ?? {}, variables)).map(([name, data]) => ({ name, data }));
  const body = json === undefined ? fillIn(text, variables) : JSON.stringify(fillIn(json, variables));
  return {
    method,
    path: `${step.bare ? '' : `/v${version}`}${path}${search === '' ? '' : `${path.includes('?') ? '&' : '?'}${search}`}`,
    headers: { ...(type && { 'content-type': type }), ...headersOf(fillIn(headers, variables)) },
    leave,
    body: body ?? (tar && (await tarArchive(files))),
    upgrade: step.upgrade,
    stdin: fillIn(step.stdin, variables),
  };
}

async function checkResponse(response: Response, expected: Expectation): Promise<readonly Mismatch[]> {
  const { status, headers, json, items, text, stdout, stderr, tar, takes, gaps } = expected;
  const statusFound = status === undefined || status.includes(response.status);
  if (!statusFound) return [{ at: 'status', expected: status.join(' or '), actual: response.status }];
  const output = outputOf(response);
  const names = tar === undefined ? [] : await namesOf(response);
  return [
    ...mismatches(lowered(headers ?? {}), response.headers, 'headers'),
    ...(json === undefined ? [] : mismatches(json, valueOf(response), '')),
    ...(items === undefined ? [] : missingItems(items, itemsOf(response.bytes))),
    ...(text === undefined ? [] : mismatches(text, response.bytes.toString(), 'text')),
    ...(stdout === undefined ? [] : mismatches(stdout, output.stdout, 'stdout')),
    ...(stderr === undefined ? [] : mismatches(stderr, output.stderr, 'stderr')),
    ...(takes === undefined ? [] : timeMismatches(takes, response.seconds, 'takes')),
    ...(gaps === undefined ? [] : gapMismatches(gaps, itemsOf(response.bytes))),
    ...(tar ?? []).flatMap((name) => (names.includes(name) ? [] : [{ at: 'archive', expected: name, actual: names }])),
  ];
}

/** Reports the first expected item that does not follow the previous one in the stream. */
function missingItems(expected: readonly unknown[], actual: readonly unknown[]): readonly Mismatch[] {
  let from = 0;
  for (const [index, one] of expected.entries()) {
    const found = actual.findIndex((item, at) => at >= from && mismatches(one, item).length === 0);
    if (found < 0) return [{ at: `items/${index}`, expected: JSON.stringify(one), actual: actual.slice(0, 20) }];
    from = found + 1;
  }
  return [];
}

function lowered(headers: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** The value at a path of a response: `Id`, `Version.Index`, `0.Id`, `headers.api-version`. */
function valueAt(response: Response, path: string): unknown {
  const root = path.startsWith('headers.') ? { headers: response.headers } : valueOf(response);
  const value = path.split('.').reduce(member, root);
  if (value === undefined) throw new Error(`the response has no ${path} to keep`);
  return value;
}

/** Replaces variables at any depth. @throws Error for an undefined variable */
function fillIn<T>(value: T, variables: Variables): T {
  return fill(value, (name) => {
    if (variables.has(name)) return variables.get(name);
    throw new Error(`{{${name}}} is not defined here: an earlier step has to keep it`);
  }) as T;
}

/** The JSON of a response, or its text. */
function valueOf({ bytes }: Response): unknown {
  const text = bytes.toString().trim();
  const json = jsonOf(text);
  return text === '' || json !== undefined ? json : text;
}

/** The output of a process. If the bytes are not a sequence of whole frames, all of them are `stdout`. */
function outputOf({ bytes }: Response): { readonly stdout: string; readonly stderr: string } {
  const chunksByStream: Buffer[][] = [[], [], [], []];
  for (let at = 0; at < bytes.length;) {
    const chunks = chunksByStream[bytes[at] ?? 4];
    const size = at + 8 <= bytes.length ? bytes.readUInt32BE(at + 4) : Infinity;
    if (chunks === undefined || bytes.readUIntBE(at + 1, 3) !== 0 || at + 8 + size > bytes.length)
      return { stdout: bytes.toString(), stderr: '' };
    chunks.push(bytes.subarray(at + 8, at + 8 + size));
    at += 8 + size;
  }
  const text = (stream: number) => Buffer.concat(chunksByStream[stream] ?? []).toString();
  return { stdout: text(1), stderr: text(2) };
}

/** The names of the entries of an archive. @throws Error when the body is not an archive */
async function namesOf({ bytes }: Response): Promise<readonly string[]> {
  const names: string[] = [];
  const reader = extract();
  reader.end(bytes);
  for await (const entry of reader) {
    names.push(entry.header.name.replace(/\/$/, ''));
    entry.resume();
  }
  return names;
}
