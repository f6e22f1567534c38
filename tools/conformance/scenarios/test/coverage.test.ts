/** Every operation and every numbered rule has a story, and every known failure is one of a story. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readKnown } from '../src/known.js';
import { storiesIn } from '../src/stories.js';

const root = join(import.meta.dirname, '..', '..', '..', '..');
const folder = join(root, 'spec', 'scenarios');
const stories = storiesIn(folder);

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

/** A name in a path may hold slashes; a fixed word in the place of a name would be another operation. */
function pattern(path: string): string {
  return path
    .replace(/[.]/g, '\\.')
    .replace(/\{\w+\}/g, '(?!json$|create|prune|search|get$|load$|privileges|pull)[^?]+');
}

describe.each(['1.44', '1.41'])('at version %s', (version) => {
  const lines = stories
    .filter(({ versions }) => versions?.includes(version) !== false)
    .flatMap(({ steps, finally: last }) =>
      [...steps, ...last].flatMap(({ send }) => (send === undefined ? [] : [send])),
    );
  it.each(operationsOf(version))('a story calls $id', ({ line }) => {
    expect(lines.some((sent) => line.test(sent))).toBe(true);
  });
});

const rules = Object.entries(
  parse(readFileSync(join(folder, 'rules.yaml'), 'utf8')) as Readonly<Record<string, number>>,
).flatMap(([part, count]) => Array.from({ length: count }, (_, index) => `${part} ${index + 1}`));

describe('the rules of the contract', () => {
  it.each(rules)('%s has a story', (rule) => {
    expect(stories.some(({ proves }) => proves.includes(rule))).toBe(true);
  });

  it('are those that stories name', () => {
    const named = stories.flatMap(({ proves }) => proves);
    expect(named.filter((rule) => !rules.includes(rule))).toEqual([]);
  });
});

describe('known failures', () => {
  const files = readdirSync(join(folder, 'known-failures'));
  it.each(files)('%s names stories that there are', (file) => {
    const known = readKnown(readFileSync(join(folder, 'known-failures', file), 'utf8'), file);
    const names = new Set(stories.map(({ name }) => name));
    expect(known.filter(({ story }) => !names.has(story))).toEqual([]);
  });
});
