/** Runs one scenario against a server. */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { pack } from 'tar-stream';
import type { Address } from './address.js';
import { mismatches, type Mismatch } from './mismatches.js';
import { jsonOf, namesOf, outputOf } from './read-response.js';
import { itemsOf, send, type Response, type ScenarioRequest } from './send.js';
import type { ScenarioStep, Scenario, Expectation } from './scenario.js';
import { gapMismatches, timeMismatches } from './times.js';

interface ScenarioTarget {
  readonly address: Address;
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
  const running = new Map<string, Promise<Response>>();
  try {
    for (const step of scenario.steps) {
      const failure = await runStep(step, target, variables, running);
      if (failure) return failure;
    }
    return undefined;
  } finally {
    for (const step of scenario.finally) await runStep(step, target, variables, running).catch(() => undefined);
    for (const response of running.values()) void response.catch(() => undefined);
  }
}

async function runStep(
  step: ScenarioStep,
  target: ScenarioTarget,
  variables: Map<string, unknown>,
  running: Map<string, Promise<Response>>,
): Promise<ScenarioFailure | undefined> {
  const expected = step.at[target.version] ?? step.then;
  const until = Date.now() + (step.within ?? 0) * 1000;
  for (;;) {
    const failure = await tryStep(step, expected, target, variables, running);
    if (failure === undefined || Date.now() >= until) return failure;
    await pause(200);
  }
}

async function tryStep(
  step: ScenarioStep,
  expected: Expectation,
  target: ScenarioTarget,
  variables: Map<string, unknown>,
  running: Map<string, Promise<Response>>,
): Promise<ScenarioFailure | undefined> {
  let requestLine = step.join === undefined ? (step.send ?? '') : `the response of '${step.join}'`;
  const fail = (found: readonly Mismatch[], response?: Response): ScenarioFailure => ({
    step: step.when,
    request: requestLine,
    mismatches: found,
    ...(response && { response: `${response.status} ${response.bytes.subarray(0, 400).toString()}` }),
  });
  try {
    const pending = step.join === undefined ? undefined : running.get(step.join);
    if (step.join !== undefined && pending === undefined)
      throw new Error(`no request runs in the background as '${step.join}'`);
    const request = pending === undefined ? await requestOf(step, target, variables) : undefined;
    if (request !== undefined) requestLine = `${request.method} ${request.path}`;
    if (request !== undefined && step.background !== undefined) {
      running.set(step.background, send(target.address, request));
      // Long enough for the server to read this request before the next one.
      await pause(300);
      return undefined;
    }
    const response = await (pending ?? send(target.address, request as ScenarioRequest));
    const found = await checkResponse(response, fillIn(expected, variables));
    if (found.length > 0) return fail(found, response);
    for (const [name, path] of Object.entries(step.keep)) variables.set(name, valueAt(response, path));
    return undefined;
  } catch (error) {
    return fail([{ at: '/', expected: 'a response', actual: error instanceof Error ? error.message : String(error) }]);
  }
}

async function requestOf(
  step: ScenarioStep,
  { version }: ScenarioTarget,
  variables: Variables,
): Promise<ScenarioRequest> {
  const { send: line = '', query, headers, json, text, tar, leave } = step;
  // Variables in a path are data: they may contain characters that have a meaning in a path.
  const [, method = 'GET', path = '/'] = /^([A-Z]+) (.*)$/s.exec(fillIn(line, variables)) ?? [];
  const search = new URLSearchParams(
    Object.entries(fillIn(query, variables)).flatMap(([name, value]) =>
      (Array.isArray(value) ? (value as unknown[]) : [value]).map((one): [string, string] => [
        name,
        typeof one === 'object' ? JSON.stringify(one) : String(one),
      ]),
    ),
  ).toString();
  const type = json !== undefined ? 'application/json' : tar !== undefined ? 'application/x-tar' : undefined;
  const body =
    json !== undefined
      ? Buffer.from(JSON.stringify(fillIn(json, variables)))
      : text !== undefined
        ? Buffer.from(fillIn(text, variables))
        : tar !== undefined
          ? await archiveOf(fillIn(tar, variables))
          : undefined;
  return {
    method,
    path: `${step.bare ? '' : `/v${version}`}${path}${search === '' ? '' : `${path.includes('?') ? '&' : '?'}${search}`}`,
    headers: {
      ...(type && { 'content-type': type }),
      ...Object.fromEntries(
        Object.entries(fillIn(headers, variables)).map(([name, value]) => [
          name,
          typeof value === 'object' ? base64url(value) : String(value),
        ]),
      ),
    },
    leave,
    ...(body && { body }),
    ...(step.upgrade !== undefined && { upgrade: step.upgrade }),
    ...(step.stdin !== undefined && { stdin: fillIn(step.stdin, variables) }),
  };
}

/** Encodes a value as base64url with padding, as registry credentials are request. */
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

async function checkResponse(response: Response, expected: Expectation): Promise<readonly Mismatch[]> {
  const { status, headers, json, items, text, stdout, stderr, tar, takes, gaps } = expected;
  const statusFound = status === undefined || status.includes(response.status);
  if (!statusFound) return [{ at: 'status', expected: status.join(' or '), actual: response.status }];
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
  const root: unknown = path.startsWith('headers.') ? { headers: response.headers } : jsonOf(response);
  let value = root;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key))
      throw new Error(`the response has no ${path} to keep`);
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
}

/** Replaces `{{name}}` in a scenario by the value of a variable. */
type Variables = ReadonlyMap<string, unknown>;

/** Replaces variables at any depth. A string that is only `{{name}}` becomes the value itself, of any type. @throws Error for an undefined variable */
function fillIn<T>(value: T, variables: Variables): T {
  return fill(value, variables) as T;
}

function fill(value: unknown, variables: Variables): unknown {
  if (typeof value === 'string') return text(value, variables);
  if (Array.isArray(value)) return value.map((one) => fill(one, variables));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [String(text(key, variables)), fill(one, variables)]),
  );
}

function text(value: string, variables: Variables): unknown {
  const [, alone] = /^\{\{([\w-]+)\}\}$/.exec(value) ?? [];
  if (alone !== undefined) return variable(alone, variables);
  return value.replace(/\{\{([\w-]+)\}\}/g, (_all, name: string) => String(variable(name, variables)));
}

function variable(name: string, variables: Variables): unknown {
  if (variables.has(name)) return variables.get(name);
  throw new Error(`{{${name}}} is not defined here: an earlier step has to keep it`);
}
