/** Tests the names of files: every text has one that emitters may use as a module. */
import fc from 'fast-check';
import { expect, inject, it } from 'vitest';
import { fileName } from '../index.js';

it.each([
  ['SystemInfo', 'system-info'],
  ['用户管理', 'group'],
  ['🐳 Größe', 'gr-e'],
  ['con', 'con-group'],
  ['index', 'index-group'],
])('of %s: %s', (text, name) => expect(fileName(text)).toBe(name));

it('is one that every emitter may use', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('-', '_', 'nul', '..'),
  );
  const isModule = (name: string): void => {
    expect(fileName(name)).toMatch(/^(?!(?:index|paths|con|nul)$)[a-z0-9][a-z0-9-]*$/);
  };
  fc.assert(fc.property(text, isModule), { seed: inject('seed'), numRuns: inject('isFullRun') ? 10_000 : 500 });
});
