/** Many actions on one document have the same effect as one overlay for each, and do not change the given document. */
import fc from 'fast-check';
import { expect, inject, it } from 'vitest';
import type { Json, JsonObject } from '../../document/index.js';
import { LadingError } from '../../diagnostics/index.js';
import { applyOverlay, parseOverlay } from '../index.js';

const targets = fc.constantFrom('$', '$.a', '$.b', '$.a.b', '$.b.a', '$.a.list', '$.a.b.a', '$.*', '$.a.*', '$..b');
const updates = fc.constantFrom<Json>({ b: 1 }, { b: { a: 2 } }, { a: { b: { a: {} } } }, { list: [3] }, { c: {} }, 4);
const action = fc.oneof(
  fc.record({ target: targets, update: updates }),
  fc.record({ target: targets, remove: fc.constant(true) }),
  fc.record({ target: targets, copy: targets }),
);

function apply(document: JsonObject, actions: readonly Json[]): Json {
  const info = { title: 'a title', version: '1' };
  try {
    return applyOverlay(document, parseOverlay('o.yaml', { overlay: '1.1.0', info, actions }));
  } catch (error) {
    if (error instanceof LadingError) return error.problem.code;
    throw error;
  }
}

it('has the same effect as one overlay for each', () => {
  const numRuns = inject('isFullRun') ? 3000 : 300;
  let applied = 0;
  fc.assert(
    fc.property(fc.array(action, { minLength: 1, maxLength: 6 }), (actions) => {
      const document = { a: { b: { a: {} }, list: [{ b: {} }, 1] }, b: { a: { b: {} } }, ['__proto__']: { b: 5 } };
      const before = JSON.stringify(document);
      const wanted = actions.reduce<Json>(
        (tree, one) => (typeof tree === 'object' ? apply(structuredClone(tree as JsonObject), [one as Json]) : tree),
        document,
      );
      if (typeof wanted === 'object') applied += 1;
      expect(JSON.stringify(apply(document, actions as Json[]))).toBe(JSON.stringify(wanted));
      expect(JSON.stringify(document)).toBe(before);
    }),
    { numRuns },
  );
  expect(applied).toBeGreaterThan(numRuns / 10);
});
