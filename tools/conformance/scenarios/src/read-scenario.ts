/** Reads a scenario from a YAML file. */
import { parse } from 'yaml';
import { needs, type Gaps, type Need, type ScenarioStep, type Scenario, type Expectation } from './scenario.js';

/** An invalid scenario file: which file, where in it, and what is wrong. */
class ScenarioError extends Error {
  override readonly name = 'ScenarioError';
  constructor(
    readonly file: string,
    readonly location: string,
    readonly fault: string,
  ) {
    super(`${file}, ${location}: ${fault}`);
  }
}

type Mapping = Readonly<Record<string, unknown>>;

const scenarioKeys = ['scenario', 'proves', 'needs', 'versions', 'since', 'steps', 'finally'];
const stepKeys = [
  ...['when', 'send', 'bare', 'query', 'headers', 'json', 'text', 'tar', 'upgrade', 'stdin', 'leave', 'background'],
  ...['join', 'within', 'then', 'at', 'keep'],
];
const expectationKeys = ['status', 'headers', 'json', 'items', 'text', 'stdout', 'stderr', 'tar', 'takes', 'gaps'];

/** Reads and validates a scenario. @param name its path below the folder of scenarios, without the extension */
export function readScenario(name: string, content: string): Scenario {
  const root = mapping(parse(content), name, 'scenario');
  only(root, scenarioKeys, name, 'scenario');
  const steps = list(root['steps']).map((step, index) => stepOf(step, name, `step ${index + 1}`));
  if (steps.length === 0) throw new ScenarioError(name, 'steps', 'a scenario needs at least one step');
  const versions = root['versions'] === undefined ? undefined : list(root['versions']).map(String);
  return {
    name,
    title: string(root['scenario'], name, 'scenario'),
    proves: list(root['proves']).map(String),
    needs: list(root['needs']).map((need) => needOf(need, name)),
    ...(versions && { versions }),
    ...(root['since'] !== undefined && { since: string(root['since'], name, 'since') }),
    steps,
    finally: list(root['finally']).map((step, index) =>
      stepOf(typeof step === 'string' ? { when: 'cleaning up', send: step } : step, name, `finally ${index + 1}`),
    ),
  };
}

function stepOf(value: unknown, file: string, location: string): ScenarioStep {
  const step = mapping(value, file, location);
  only(step, stepKeys, file, location);
  const send = step['send'];
  if (send === undefined && step['join'] === undefined)
    throw new ScenarioError(file, location, `a step needs 'send' or 'join'`);
  if (send !== undefined && !/^[A-Z]+ \//.test(String(send)))
    throw new ScenarioError(file, location, `'send' must have the form 'GET /path', not '${String(send)}'`);
  return {
    when: string(step['when'], file, location),
    ...(send !== undefined && { send: String(send) }),
    bare: step['bare'] === true,
    query: optional(step['query'], file, location),
    headers: optional(step['headers'], file, location),
    ...('json' in step && { json: step['json'] }),
    ...(step['text'] !== undefined && { text: String(step['text']) }),
    ...(step['tar'] !== undefined && { tar: strings(step['tar'], file, location) }),
    ...(step['upgrade'] !== undefined && { upgrade: String(step['upgrade']) }),
    ...(step['stdin'] !== undefined && { stdin: String(step['stdin']) }),
    leave: numbers(step['leave'], file, location),
    ...(step['background'] !== undefined && { background: String(step['background']) }),
    ...(step['join'] !== undefined && { join: String(step['join']) }),
    ...(step['within'] !== undefined && { within: Number(step['within']) }),
    then: expectationOf(step['then'], file, location),
    at: Object.fromEntries(
      Object.entries(optional(step['at'], file, location)).map(([version, expected]) => [
        version,
        expectationOf(expected, file, `${location} at ${version}`),
      ]),
    ),
    keep: strings(step['keep'], file, location),
  };
}

function expectationOf(value: unknown, file: string, location: string): Expectation {
  if (value === undefined) return {};
  if (typeof value === 'number' || Array.isArray(value)) return { status: list(value).map(Number) };
  const expected = mapping(value, file, location);
  only(expected, expectationKeys, file, `${location}, then`);
  const { status, items, tar, headers, takes, gaps, ...rest } = expected;
  return {
    ...rest,
    ...(headers !== undefined && { headers: mapping(headers, file, location) }),
    ...(status !== undefined && { status: list(status).map(Number) }),
    ...(items !== undefined && { items: list(items) }),
    ...(tar !== undefined && { tar: list(tar).map(String) }),
    ...(takes !== undefined && { takes: numbers(takes, file, `${location}, takes`) }),
    ...(gaps !== undefined && { gaps: gapsOf(gaps, file, `${location}, gaps`) }),
  };
}

function gapsOf(value: unknown, file: string, location: string): Gaps {
  const gaps = mapping(value, file, location);
  only(gaps, ['from', 'to', 'atLeast', 'atMost'], file, location);
  const { from, to, atLeast, atMost } = gaps;
  return { from, to, atLeast: list(atLeast).map(Number), atMost: list(atMost).map(Number) };
}

function needOf(value: unknown, file: string): Need {
  const found = needs.find((need) => need === value);
  if (found === undefined)
    throw new ScenarioError(file, 'needs', `'${String(value)}' is not one of ${needs.join(', ')}`);
  return found;
}

function only(value: Mapping, keys: readonly string[], file: string, location: string): void {
  const unknown = Object.keys(value).find((key) => !keys.includes(key));
  if (unknown !== undefined) throw new ScenarioError(file, location, `'${unknown}' is not one of ${keys.join(', ')}`);
}

function list(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? (value as unknown[]) : [value];
}

function string(value: unknown, file: string, location: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new ScenarioError(file, location, 'must be a string that is not empty');
}

function mapping(value: unknown, file: string, location: string): Mapping {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Mapping;
  throw new ScenarioError(file, location, 'must be a mapping');
}

function optional(value: unknown, file: string, location: string): Mapping {
  return value === undefined ? {} : mapping(value, file, location);
}

function strings(value: unknown, file: string, location: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(optional(value, file, location)).map(([key, one]) => [key, String(one)]));
}

function numbers(value: unknown, file: string, location: string): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(optional(value, file, location)).map(([key, one]) => [key, Number(one)]));
}
