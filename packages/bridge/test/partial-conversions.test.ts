/** Tests that a conversion that decodes only what it reads, or nothing, gives the same text as one that decodes all. */
import { pathOf, type Conversion, type Segment } from '@lading/runtime-overlay';
import { operations as routes } from '@lading/conversions/operations';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { conversionsForEngine } from '../src/convert/conversions.js';
import { jsonOf, parseAsText as parseJson } from '@lading/runtime-wire/json';
import { latin1Of } from '../src/message/json-text.js';
import { partialJsonOf } from '../src/message/partial-json.js';
import { textEditOf } from '../src/message/text-edit.js';

const operations = routes.map(({ id }) => id);
const route = conversionsForEngine();

const leaf = fc.constantFrom<unknown>(
  ...[null, true, false, 0, -1, 12, 1.5, '', 'a', 'é"\\', 'bind', 'SIGTERM', '<not supported>', '0001-01-01T00:00:00Z'],
  ...[
    [],
    {},
    ['<none>:<none>'],
    ['<none>@<none>'],
    ['a'],
    [0, 0],
    { a: 1 },
    [{ Size: 1, Type: 'bind', RW: false, Mode: '' }],
  ],
);

/** Values that have some of the paths, in any order, between properties that no rule names. */
function valuesWith(paths: readonly (readonly Segment[])[]): fc.Arbitrary<unknown> {
  const rests = new Map<string, (readonly Segment[])[]>();
  for (const [first, ...rest] of paths) {
    const key = typeof first === 'object' ? `.${first.name}` : (first ?? '');
    if (first !== undefined) rests.set(key, [...(rests.get(key) ?? []), rest]);
  }
  const inner = (key: string): fc.Arbitrary<unknown> => valuesWith(rests.get(key) ?? []);
  if (rests.size === 0) return leaf;
  if (rests.has('[]')) return fc.oneof({ weight: 4, arbitrary: fc.array(inner('[]'), { maxLength: 3 }) }, leaf);
  if (rests.has('{}'))
    return fc.oneof({ weight: 4, arbitrary: fc.dictionary(fc.constantFrom('x', 'y'), inner('{}')) }, leaf);
  const named = Object.fromEntries([...rests.keys()].map((key) => [key.slice(1), inner(key)]));
  const all = fc.record({ ...named, Other: leaf, Another: leaf }, { requiredKeys: [] });
  const shuffled = all.chain((record) =>
    fc
      .shuffledSubarray(Object.entries(record), { minLength: Object.keys(record).length })
      .map((some) => Object.fromEntries(some)),
  );
  return fc.oneof({ weight: 6, arbitrary: shuffled }, leaf);
}

async function converted(conversion: Conversion, operation: string, body: unknown): Promise<unknown> {
  const request = { operation, path: {}, query: {}, headers: {} };
  const response = await conversion.of(operation)?.(
    request,
    () => Promise.resolve({ status: 200, headers: {}, body }),
    () => Promise.resolve({ status: 404, headers: {}, body: { message: 'none' } }),
  );
  return response?.body;
}

/** Returns the converted text, or why the message is refused. */
async function textOf(convert: Promise<unknown>, encode: (value: unknown) => string): Promise<string> {
  return convert.then(encode, (error: unknown) => String(error));
}

describe.each([
  ['1.24', '1.44'],
  ['1.35', '1.44'],
  ['1.43', '1.44'],
  ['1.24', '1.51'],
  ['1.44', '1.41'],
  ['1.52', '1.41'],
])('from %s to %s', (client, engine) => {
  const conversion = route(client, engine);
  const partly = operations.flatMap((operation) => {
    const reads = conversion.of(operation) && conversion.reads?.(operation);
    const create = reads && partialJsonOf(reads);
    return reads === undefined || create === undefined ? [] : [{ operation, reads, create }];
  });

  it('what is not read stays, and all else is converted', async () => {
    expect(partly.length).toBeGreaterThan(3);
    for (const { operation, reads, create } of partly) {
      await fc.assert(
        fc.asyncProperty(valuesWith(reads.map(pathOf)), async (value) => {
          const text = JSON.stringify(value);
          const whole = textOf(converted(conversion, operation, parseJson(text)), jsonOf);
          const partial = create();
          const own = textOf(converted(conversion, operation, partial.parse(text)), (body) => partial.textOf(body));
          expect(await own, operation).toBe(await whole);
        }),
        { numRuns: inject('isFullRun') ? 1000 : 20, seed: inject('seed') },
      );
    }
  });

  it('rules are applied to texts', async () => {
    let edits = 0;
    for (const operation of operations) {
      const rules = conversion.of(operation) && conversion.responseRules?.(operation);
      const edit = rules && textEditOf(rules);
      if (rules === undefined || edit === undefined) continue;
      edits += 1;
      const paths = rules.flatMap(({ at, ...rule }) => [at.body ?? '', ...('by' in rule ? [rule.from] : [])]);
      await fc.assert(
        fc.asyncProperty(valuesWith(paths.map(pathOf)), async (value) => {
          const text = JSON.stringify(value);
          const edited = edit(latin1Of(text));
          const whole = await textOf(converted(conversion, operation, parseJson(text)), jsonOf);
          expect(edited && Buffer.from(edited, 'latin1').toString(), operation).toBe(`${whole}\n`);
        }),
        { numRuns: inject('isFullRun') ? 1000 : 20, seed: inject('seed') },
      );
    }
    expect(edits).toBeGreaterThan(3);
  });
});
