/** Reads scenarios, and the lists of those that a server is known to fail. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import type { JsonObject } from '../../check/document.js';
import type { Scenario } from './scenario.js';

// Beside the sources, also if this module runs from `dist`.
const schema = fileURLToPath(new URL('../scenario.schema.yaml', import.meta.url)).replace(/dist[\\/](?=scenarios)/, '');
const ajv = new Ajv({ useDefaults: true, coerceTypes: 'array', strictRequired: false });
const isScenario = ajv.compile(parse(readFileSync(schema, 'utf8')) as object);

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

const text = { type: 'string', minLength: 1 };
const versions = { type: 'array', items: { type: 'string' } };
const entry = {
  type: 'object',
  required: ['scenario', 'reason'],
  properties: { scenario: text, versions, reason: text },
};
const isListOfFailures = ajv.compile({ type: 'array', items: entry });

/** Reads a list of known failures. @throws Error when an entry has no scenario or no reason */
export function readKnownFailures(content: string, file: string): readonly KnownFailure[] {
  const entries = (parse(content) ?? []) as readonly KnownFailure[];
  if (!isListOfFailures(entries)) throw new Error(`${file}: ${ajv.errorsText(isListOfFailures.errors)}`);
  return entries;
}

export function findKnownFailure(
  knownFailures: readonly KnownFailure[],
  scenario: string,
  version: string,
): KnownFailure | undefined {
  return knownFailures.find((one) => one.scenario === scenario && one.versions?.includes(version) !== false);
}
