/** Invariants of comparing any two APIs. */
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import type { Change } from '../../ir/index.js';
import { compareApis } from '../index.js';
import { reversedSummaries, summariesOf } from '../testing/reversed-changes.js';
import { wireStructureOf, type StructureNumbers } from '../testing/wire-structure.js';
import { anySchemas, anyTwo, apiFor } from '../testing/schemas.js';

describe('any two versions', () => {
  it('of one text do not differ', () => {
    fc.assert(
      fc.property(anySchemas, (schemas) => {
        expect(compareApis(apiFor(schemas), apiFor(schemas))).toEqual([]);
      }),
    );
  });

  it('differ in requests or responses exactly if a change other than a rename says so', () => {
    fc.assert(
      fc.property(anyTwo, ([older, newer]) => {
        const changes = compareApis(older, newer);
        const wire = changes.filter(({ kind, operations }) => kind !== 'renamed' && operations.length > 0);
        const names: StructureNumbers = new Map();
        expect(wire.length === 0).toBe(wireStructureOf(older, names) === wireStructureOf(newer, names));
      }),
      { numRuns: inject('isFullRun') ? 250 : 20 },
    );
  });

  it('differ backwards as they do forwards', () => {
    fc.assert(
      fc.property(anyTwo, ([older, newer]) => {
        expect(reversedSummaries(compareApis(newer, older))).toEqual(summariesOf(compareApis(older, newer)));
      }),
    );
  });

  it('are compared alike in whatever order the documents are written', () => {
    fc.assert(
      fc.property(anyTwo, ([older, newer]) => {
        const turned = { ...newer, operations: newer.operations.toReversed(), schemas: newer.schemas.toReversed() };
        const facts = (changes: readonly Change[]) =>
          changes.map(({ kind, place, sentence }) => [kind, place, sentence]);
        expect(facts(compareApis(older, turned))).toEqual(facts(compareApis(older, newer)));
      }),
    );
  });
});
