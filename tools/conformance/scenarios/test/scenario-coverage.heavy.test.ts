/** Every operation and every numbered rule has a scenario, and every known failure names an existing scenario. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readKnownFailures, readScenarios, runsAt } from '../src/scenario.js';

const root = join(import.meta.dirname, '..', '..', '..', '..');
const folder = join(root, 'spec', 'scenarios');
const scenarios = readScenarios(folder);

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
}

function operationsOf(version: string): readonly { readonly id: string; readonly line: RegExp }[] {
  const lading = join(root, 'generators', 'cli', 'lading.mjs');
  const document = parse(
    execFileSync(process.execPath, [lading, 'bundle', version], { encoding: 'utf8', maxBuffer: 64 << 20 }),
  ) as OpenApi;
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { operationId }]) =>
      operationId === undefined
        ? []
        : [{ id: operationId, line: new RegExp(`^${method.toUpperCase()} ${pattern(path)}(\\?.*)?$`) }],
    ),
  );
}

/** The pattern of a path. A parameter may contain slashes; a fixed segment instead of a parameter is another operation. */
function pattern(path: string): string {
  return path
    .replace(/[.]/g, '\\.')
    .replace(/\{\w+\}/g, '(?!json$|create|prune|search|get$|load$|privileges|pull)[^?]+');
}

/** The list of overlays begins with the newest version. */
const [newest = ''] =
  /(?<=overlays\/v)[\d.]+(?=\.yaml)/.exec(readFileSync(join(root, 'spec', 'versions.yaml'), 'utf8')) ?? [];

describe.each([newest, '1.44', '1.41'])('at version %s', (version) => {
  const lines = scenarios
    .filter((scenario) => runsAt(scenario, version))
    .flatMap(({ steps, finally: last }) =>
      [...steps, ...last].flatMap(({ send }) => (send === undefined ? [] : [send])),
    );
  it.each(operationsOf(version))('a scenario calls $id', ({ line }) => {
    expect(lines.some((sent) => line.test(sent))).toBe(true);
  });
});

const rules = Object.entries(
  parse(readFileSync(join(folder, 'rules.yaml'), 'utf8')) as Readonly<Record<string, number>>,
).flatMap(([part, count]) => Array.from({ length: count }, (_, index) => `${part} ${index + 1}`));

describe('the rules of the contract', () => {
  it.each(rules)('%s has a scenario', (rule) => {
    expect(scenarios.some(({ proves }) => proves.includes(rule))).toBe(true);
  });

  it('include every rule that a scenario names', () => {
    const named = scenarios.flatMap(({ proves }) => proves);
    expect(named.filter((rule) => !rules.includes(rule))).toEqual([]);
  });
});

describe('known failures', () => {
  const files = readdirSync(join(folder, 'known-failures'));
  it.each(files)('%s names existing scenarios', (file) => {
    const knownFailures = readKnownFailures(readFileSync(join(folder, 'known-failures', file), 'utf8'), file);
    const names = new Set(scenarios.map(({ name }) => name));
    expect(knownFailures.filter(({ scenario }) => !names.has(scenario))).toEqual([]);
  });
});
