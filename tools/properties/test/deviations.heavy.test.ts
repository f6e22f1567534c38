/** Deviations of the specification from the contract have evidence, and texts name existing operations. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {} from 'lading/testing';
import { spec } from '../paths.js';
import { apiOf, specification, versions } from '../specification.js';

const apis = versions.map(({ document }) => apiOf(document.version));

test('every evidence in the table of deviations is a correction', () => {
  const readme = readFileSync(join(spec, 'README.md'), 'utf8');
  const [, section = ''] = readme.split('## Differences from the published contract');
  const evidence = section
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| The contract says'))
    .flatMap((line) => [...(line.split('|').at(-2) ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
  expect(evidence.length).toBeGreaterThan(40);
  expect(evidence.filter((name) => !existsSync(join(spec, 'corrections', `${name}.yaml`)))).toEqual([]);
});

/** The documentation of rules matches the rules of the specification. */
describe('rules', () => {
  const readme = readFileSync(join(spec, 'README.md'), 'utf8');
  const rules = rulesOf(specification.root.root);

  test('each kind is documented', () => {
    const [, section = ''] = readme.split('### Kinds of rules');
    const kinds = new Set(
      [...section.split('###')[0]!.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) => cell.match(/[a-z-]+/g)),
    );
    expect(rules.length).toBeGreaterThan(150);
    expect(rules.filter(({ kind }) => !kinds.has(kind))).toEqual([]);
    expect(rules.filter(({ kind }) => kind === 'sentence')).toEqual([]);
  });

  test('the table contains the rules that only an engine can decide', () => {
    const [, section = ''] = readme.split('### Rules that only an engine can decide');
    const rows = section
      .split('###')[0]!
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .slice(1)
      .map((line) => line.split(' | ').slice(1).join(' | ').replace(/ \|$/, ''));
    const expected = rules
      .filter(({ kind }) => kind === 'engine')
      .map(({ value, sentence }) => `${String(value)} | ${sentence.replace(/\s+/g, ' ')}`);
    expect(rows.toSorted()).toEqual(expected.toSorted());
  });
});

interface DocumentedRule {
  readonly kind: string;
  readonly value?: unknown;
  readonly sentence: string;
}

function rulesOf(node: unknown): readonly DocumentedRule[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'x-lading-rules' ? (value as DocumentedRule[]) : rulesOf(value),
  );
}

describe.each(apis.map((api) => [api.version, api] as const))('%s', (_, api) => {
  test('every operation is named noun first', () => {
    expect(
      api.operations.filter(({ id, documentId }) => id !== documentId).map(({ documentId }) => documentId),
    ).toEqual([]);
  });

  test('no text uses another name for an operation', () => {
    const names = new Set(api.operations.map(({ id }) => id));
    const sortedWords = (name: string) => (name.match(/[A-Z][a-z]+/g) ?? []).sort().join('');
    const wordsOfNames = new Set([...names].map(sortedWords));
    const text = JSON.stringify(api);
    const things = new Set([...text.matchAll(/"name":"([^"]+)"/g)].map(([, name]) => name));
    const words = [...new Set(text.match(/\b[A-Z][a-z]+(?:[A-Z][a-z]+)+\b/g))].filter((word) => !things.has(word));
    expect(words.filter((word) => !names.has(word) && wordsOfNames.has(sortedWords(word)))).toEqual([]);
  });
});
