/** Groups and methods of random operations: unique, valid, and the same in a version that adds operations. */
import fc from 'fast-check';
import { expect, inject, it } from 'vitest';
import { documentOf } from '../../document/index.js';
import { normalize } from '../normalize.js';

const words = [
  'get',
  'List',
  'pet',
  'pets',
  'Pets',
  'Controller',
  '_',
  '.',
  '/',
  '-',
  'API',
  '2',
  'then',
  'toString',
  'é',
];
const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
const operation = fc.record({
  operationId: fc.option(text, { nil: undefined }),
  tag: fc.option(fc.constantFrom('Pets', 'pet', 'API Keys', 'version', '!', '2'), { nil: undefined }),
  path: fc.constantFrom('/pets', '/{id}', '/', '/pets/{id}', '/call'),
});
interface RandomOperation {
  readonly operationId: string | undefined;
  readonly tag: string | undefined;
  readonly path: string;
}

/** Each operation keeps its own path, whatever is added. */
const numbered = fc
  .array(operation, { maxLength: 12 })
  .map((all) => all.map((one, index) => ({ ...one, path: `${one.path === '/' ? '' : one.path}/x${index}` })));

function operationsOf(all: readonly RandomOperation[], older?: Parameters<typeof normalize>[1]) {
  const paths = all.map(({ operationId, tag, path }) => [
    path,
    { get: { ...(operationId && { operationId }), ...(tag && { tags: [tag] }), responses: {} } },
  ]);
  const root = { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: Object.fromEntries(paths) as object };
  return normalize(documentOf('a.json', JSON.parse(JSON.stringify(root))), older).operations;
}

const namesOf = (operations: ReturnType<typeof operationsOf>) =>
  new Map(operations.map(({ path, id, noun, verb }) => [path, `${id} ${noun}.${verb}`]));

it('are unique and valid, and stay', () => {
  fc.assert(
    fc.property(numbered, fc.nat(), (all, position) => {
      const operations = operationsOf(all);
      expect(new Set(operations.map(({ noun, verb }) => `${noun}.${verb}`)).size).toBe(all.length);
      expect(new Set(operations.map(({ id }) => id)).size).toBe(all.length);
      for (const { noun, verb } of operations)
        for (const name of [noun, verb]) {
          expect(name).toMatch(/^[\p{ID_Start}_][\p{ID_Continue}]*$/u);
          expect(name in Object.prototype || name === 'then').toBe(false);
        }
      // The last operation is added: after the others, or anywhere in a newer version.
      const added = all.slice(-1);
      const before = operationsOf(all.slice(0, -1));
      const former = [...namesOf(before)];
      const after = namesOf(operations);
      expect(former.map(([path]) => [path, after.get(path)])).toEqual(former);
      const at = position % (all.length || 1);
      const newer = namesOf(operationsOf([...all.slice(0, at), ...added, ...all.slice(at, -1)], before));
      expect(former.map(([path]) => [path, newer.get(path)])).toEqual(former);
    }),
    { seed: inject('seed'), numRuns: 100 },
  );
});

it('are in one group for one tag', () => {
  fc.assert(
    fc.property(numbered, (all) => {
      const operations = operationsOf(all.map((one) => ({ ...one, tag: 'Pets' })));
      expect(new Set(operations.map(({ noun }) => noun)).size).toBeLessThanOrEqual(1);
    }),
    { seed: inject('seed'), numRuns: 30 },
  );
});
