/** A scenario: an ordered sequence of requests to a server, with the expected response of each, and its file. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import type { JsonObject } from '../../check/document.js';
import type { SentRequest } from '../../drivers/send.js';

/** The README describes the properties, and `scenario.schema.yaml` has the same ones. */
export interface Scenario {
  /** The path below the folder of scenarios: `container/start-twice`. */
  readonly name: string;
  /** What the scenario shows, in one sentence: the property `scenario` of the file. */
  readonly title: string;
  readonly proves: readonly string[];
  readonly needs: readonly Need[];
  readonly versions?: readonly string[];
  readonly since?: string;
  readonly steps: readonly ScenarioStep[];
  readonly finally: readonly ScenarioStep[];
}

export const minorOf = (version: string): number => Number(version.split('.')[1]);

/** Whether a scenario is about an API version. */
export function runsAt({ versions, since }: Scenario, version: string): boolean {
  return versions?.includes(version) !== false && (since === undefined || minorOf(version) >= minorOf(since));
}

/**
 * What a scenario needs. `image`: a small image with a shell. `swarm`: an engine that manages a swarm; `no-swarm`: one
 * that does not. `registry`: an open registry on the engine's port 5000 and one with a login on 5001. `index`: a search
 * index on 5002. `real`: real processes.
 */
export type Need = 'image' | 'swarm' | 'no-swarm' | 'registry' | 'index' | 'real';

export interface ScenarioStep extends Pick<SentRequest, 'upgrade' | 'stdin' | 'leave'> {
  readonly when: string;
  readonly send?: string;
  readonly bare: boolean;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly json?: unknown;
  readonly text?: string;
  readonly tar?: Readonly<Record<string, string>>;
  readonly background?: string;
  readonly join?: string;
  readonly within?: number;
  readonly then: Expectation;
  readonly at: Readonly<Record<string, Expectation>>;
  readonly keep: Readonly<Record<string, string>>;
}

/** The expected response. What it does not mention is not checked. */
export interface Expectation {
  readonly status?: readonly number[];
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly json?: unknown;
  readonly items?: readonly unknown[];
  readonly text?: unknown;
  readonly stdout?: unknown;
  readonly stderr?: unknown;
  readonly tar?: readonly string[];
  readonly takes?: Limits;
  readonly gaps?: Gaps;
}

/** Limits of a duration, in seconds. */
export interface Limits {
  readonly atLeast?: number | undefined;
  readonly atMost?: number | undefined;
}

/** The times from each event that matches `from` to the next that matches `to`: at least as many as the longer array has items. */
export interface Gaps {
  readonly from: unknown;
  readonly to: unknown;
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
