/** A scenario: an ordered sequence of requests to a server, with the expected response of each, and its file. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import type { JsonObject } from '../../check/document.js';

export interface Scenario {
  /** The path below the folder of scenarios: `container/start-twice`. */
  readonly name: string;
  /** What the scenario shows, in one sentence: the property `scenario` of the file. */
  readonly title: string;
  /** The numbered rules of the contract that it tests: `Limits 3`. */
  readonly proves: readonly string[];
  /** What the server must provide: an image, a swarm, a registry … */
  readonly needs: readonly Need[];
  /** The API versions that it runs at; absent: every version. */
  readonly versions?: readonly string[];
  /** The first API version that it runs at; absent: every version. */
  readonly since?: string;
  readonly steps: readonly ScenarioStep[];
  /** Cleanup requests, which are sent even after a failure. */
  readonly finally: readonly ScenarioStep[];
}

/** Whether a scenario is about an API version. */
export function runsAt({ versions, since }: Scenario, version: string): boolean {
  const minorOf = (text: string): number => Number(text.split('.')[1]);
  return versions?.includes(version) !== false && (since === undefined || minorOf(version) >= minorOf(since));
}

/**
 * What a scenario needs. `image`: a small image with a shell. `swarm`: an engine that manages a swarm; `no-swarm`: one
 * that does not. `registry`: an open registry on the engine's port 5000 and one with a login on 5001. `index`: a search
 * index on 5002. `real`: real processes.
 */
export type Need = 'image' | 'swarm' | 'no-swarm' | 'registry' | 'index' | 'real';

export interface ScenarioStep {
  /** What happens, as a clause: `the container is started`. */
  readonly when: string;
  /** The request line without a version: `POST /containers/{{id}}/start`. A step without it joins a background request. */
  readonly send?: string;
  /** Whether the path is sent without a version prefix. */
  readonly bare: boolean;
  /** The query parameters; objects and arrays are sent as JSON. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly json?: unknown;
  readonly text?: string;
  /** The files of a tar archive that is sent as the body, by name. */
  readonly tar?: Readonly<Record<string, string>>;
  /** The protocol to upgrade to: `tcp`, `websocket`, `h2c`. */
  readonly upgrade?: string;
  /** The input that is written to the upgraded connection, which is then half-closed. */
  readonly stdin?: string;
  /** Closes the connection after this many items or milliseconds. */
  readonly leave: { readonly items?: number; readonly after?: number };
  /** A name under which a later step joins this request and checks its response. */
  readonly background?: string;
  readonly join?: string;
  /** Repeats the request for up to this many seconds, until the response is as expected. */
  readonly within?: number;
  readonly then: Expectation;
  /** The expectations of single versions, instead of `then`. */
  readonly at: Readonly<Record<string, Expectation>>;
  /** Variables for later steps: the path to each value in the response, by the variable's name. */
  readonly keep: Readonly<Record<string, string>>;
}

/** The expected response. What it does not mention is not checked. */
export interface Expectation {
  readonly status?: readonly number[];
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly json?: unknown;
  /** JSON values that the stream must contain, in this order. */
  readonly items?: readonly unknown[];
  readonly text?: unknown;
  readonly stdout?: unknown;
  readonly stderr?: unknown;
  /** Names of entries that the archive must contain. */
  readonly tar?: readonly string[];
  /** Limits of the time from the request to the end of the response. */
  readonly takes?: Limits;
  readonly gaps?: Gaps;
}

/** Limits of a duration, in seconds. */
export interface Limits {
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** Expected times between events of a stream: from each event that matches `from` to the next that matches `to`. */
export interface Gaps {
  readonly from: unknown;
  readonly to: unknown;
  /** The limits of each gap, in seconds. There must be at least as many gaps as the longer array has items. */
  readonly atLeast: readonly number[];
  readonly atMost: readonly number[];
}

// Beside the sources, also if this module runs from `dist`.
const schema = fileURLToPath(new URL('../scenario.schema.yaml', import.meta.url)).replace(/dist[\\/](?=scenarios)/, '');
const ajv = new Ajv({ useDefaults: true, coerceTypes: 'array', strictRequired: false });
ajv.addSchema(parse(readFileSync(schema, 'utf8')) as object, 'file');
const isScenario = ajv.compile({ $ref: 'file' });
const isListOfFailures = ajv.compile({ $ref: 'file#/$defs/failures' });

/** Reads every scenario below a folder, in the order of their names. @throws Error for the first invalid one */
export function readScenarios(folder: string): readonly Scenario[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.yaml') && file.includes('/') && !file.startsWith('known-failures/'))
    .sort()
    .map((file) => readScenario(file.replace(/\.yaml$/, ''), readFileSync(join(folder, file), 'utf8')));
}

/** @throws Error for an invalid scenario */
export function readScenario(name: string, content: string): Scenario {
  const {
    steps = [],
    finally: last = [],
    ...others
  } = parse(content) as Readonly<Record<string, readonly JsonObject[]>>;
  const cleaning = last.map((step) => (typeof step === 'string' ? { when: 'cleaning up', send: step } : step));
  const value = { ...others, steps: steps.map(withExpectations), finally: cleaning.map(withExpectations) };
  if (!isScenario(value)) throw new Error(`${name}: ${ajv.errorsText(isScenario.errors)}`);
  const { scenario: title, ...scenario } = value as unknown as Omit<Scenario, 'name' | 'title'> & {
    readonly scenario: string;
  };
  return { name, title, ...scenario };
}

function withExpectations(step: JsonObject): JsonObject {
  const at = Object.entries((step['at'] ?? {}) as JsonObject).map(([version, expected]) => [version, whole(expected)]);
  return { ...step, then: whole(step['then']), at: Object.fromEntries(at) as JsonObject };
}

/** The expectation that a status, or a list of some, stands for. */
const whole = (expected: unknown): unknown =>
  typeof expected === 'number' || Array.isArray(expected) ? { status: expected } : (expected ?? {});

/** A scenario that a server is known to fail, with the reason. */
export interface KnownFailure {
  readonly scenario: string;
  /** The API versions at which it fails; absent: at every version. */
  readonly versions?: readonly string[];
  readonly reason: string;
}

/** Reads a list of known failures. @throws Error when an entry has no scenario or no reason */
export function readKnownFailures(content: string, file: string): readonly KnownFailure[] {
  const entries: unknown = parse(content) ?? [];
  if (!isListOfFailures(entries)) throw new Error(`${file}: ${ajv.errorsText(isListOfFailures.errors)}`);
  return entries as readonly KnownFailure[];
}

export function findKnownFailure(
  knownFailures: readonly KnownFailure[],
  scenario: string,
  version: string,
): KnownFailure | undefined {
  return knownFailures.find((one) => one.scenario === scenario && one.versions?.includes(version) !== false);
}
