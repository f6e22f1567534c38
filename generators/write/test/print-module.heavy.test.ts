/** A module is printed in prettier's format, whatever it contains. */
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, type Options } from 'prettier';
import { StructureKind as Kind } from 'ts-morph';
import { expect, inject, it } from 'vitest';
import {
  call,
  commented,
  constant,
  list,
  mention,
  union,
  type PropertyStructure,
  type Statement,
} from '../../code/index.js';
import { StructureKind } from '../../code/structures.js';
import { printModule } from '../print/index.js';
import { statement } from './testing/code.js';
import { unformatted } from './testing/unformatted.js';

const settings = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../../.prettierrc.json', import.meta.url)), 'utf8'),
) as Options;
const formatted = (text: string) => format(text, { ...settings, parser: 'typescript' });

const other = { name: 'Other', home: { package: '@acme/types', path: 'gen/other.ts' } };

function printed(statements: readonly Statement[]): string {
  const symbols = [{ name: 'Own', home: { package: '@acme/types', path: 'gen/own.ts' } }];
  const module = { package: '@acme/types', path: 'gen/own.ts', about: 'All.', reexports: [] };
  const declarations = statements.map((one) => ({ symbols, statements: [one] }));
  return printModule({ ...module, declarations }, { head: ['Generated.'], folder: 'types' }).text;
}

it('lays statements out as prettier does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(statement, { minLength: 1, maxLength: 3 }), async (statements) => {
      const text = `// Generated.\n// All.\n\n${statements.map(unformatted).join('\n\n')}`;
      expect(printed(statements)).toBe(await formatted(text));
    }),
    { numRuns: inject('isExhaustiveRun') ? 3000 : inject('isFullRun') ? 600 : 25 },
  );
});

it('knows the numbers of the kinds that it prints without ts-morph', () => {
  expect(StructureKind).toEqual(
    Object.fromEntries(Object.keys(StructureKind).map((name) => [name, Kind[name as keyof typeof Kind]])),
  );
});

it.each([
  ['nothing', call('/* @__PURE__ */ json')],
  ['a short argument', call('/* @__PURE__ */ json', 'name')],
  ['a call', call('/* @__PURE__ */ json', call('name'))],
  ['several arguments', call('/* @__PURE__ */ json', 'name', call('name'))],
])('lays out a call of %s, marked for bundlers, at each width', async (_holds, value) => {
  const statements = Array.from({ length: 40 }, (_, index) => constant({ name: `x${'y'.repeat(index + 60)}`, value }));
  expect(printed(statements)).toBe(
    await formatted(`// Generated.\n// All.\n\n${statements.map(unformatted).join('\n\n')}`),
  );
});

it('prints other structures by ts-morph, with the trees and comments in them', () => {
  const properties = [
    { kind: Kind.PropertySignature, name: 'all', type: union(['string', mention(other)]), docs: ['Both.'] },
  ] satisfies PropertyStructure[];
  const text = printed([
    { kind: Kind.Enum, isExported: true, name: 'Own', docs: ['\nOne\nof two.'], members: [{ name: 'A', value: 'a' }] },
    { kind: Kind.Interface, name: 'Held', typeParameters: ['T'], properties },
  ]);
  expect(text).toBe(`// Generated.
// All.

import type { Other } from './other.js';

/**
 * One
 * of two.
 */
export enum Own {
  A = 'a'
}

interface Held<T> {
  /** Both. */
  all: string | Other;
}
`);
});

it('imports what only comments mention', () => {
  const docs = [`See {@link ${mention(other)}}.`];
  const text = printed([
    { kind: Kind.TypeAlias, name: 'Alias', type: 'string', docs },
    { kind: Kind.Interface, name: 'Held', properties: [{ name: 'a', type: 'string', docs }] },
    { kind: Kind.Enum, name: 'Own', docs, members: [] },
    constant({ name: 'x', value: list([commented(docs.join(''), '1')]), comment: docs.join('') }),
  ]);
  expect(text.match(/See \{@link Other\}\./g)).toHaveLength(5);
  expect(text).toContain("import type { Other } from './other.js';");
});

it('lays out an import alias with the width of the alias', async () => {
  const short = { name: 'Own', home: { package: '@acme/other', path: 'gen/index.ts' } };
  for (const length of [94, 95, 96, 97, 98, 99, 100]) {
    const text = printed([
      'export interface Own {}',
      constant({ name: 'x'.repeat(length), type: mention(short), value: list(['1']) }),
    ]);
    expect(text).toContain('import type { Own as BaseOwn }');
    expect(text).toBe(await formatted(text));
  }
});
