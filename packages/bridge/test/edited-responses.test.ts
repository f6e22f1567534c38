/** Tests that rules and hooks give the same where a response is edited and where it is decoded, for all operations between some versions. */
import { pathOf, type Conversion, type Segment } from '@lading/runtime-conversion';
import { operations as routes } from '@lading/conversions/operations';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { conversionsForEngine } from '../src/convert/conversions.js';
import { jsonOf, parseAsText as parseJson } from '@lading/runtime-wire/json';
import { latin1Of } from '../src/edit/json-text.js';
import { PreparedConversions } from '../src/convert/prepared-conversions.js';

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
  const prepared = new PreparedConversions(conversion);

  it('an edited text is the one of the decoded value', async () => {
    let [edits, decodings] = [0, 0];
    for (const operation of operations) {
      const { convert, edit } = prepared.of(operation);
      const byRules = convert && conversion.responseRules?.(operation);
      if (byRules === undefined || edit === undefined) continue;
      edits += 1;
      const { rules, touches } = byRules;
      const paths = [
        ...rules.flatMap(({ at, ...rule }) => [at.body ?? '', ...('by' in rule ? [rule.from] : [])]),
        ...touches.map(({ body }) => body),
      ];
      await fc.assert(
        fc.asyncProperty(valuesWith(paths.map(pathOf)), async (value) => {
          const text = JSON.stringify(value);
          const edited = edit(Buffer.from(text), latin1Of(text));
          if (edited === undefined) decodings += 1;
          else {
            const whole = await textOf(converted(conversion, operation, parseJson(text)), jsonOf);
            expect(Buffer.from(edited, 'latin1').toString(), operation).toBe(`${whole}\n`);
          }
        }),
        { numRuns: inject('isFullRun') ? 1000 : 20, seed: inject('seed') },
      );
    }
    expect(edits).toBeGreaterThan(3);
    // Some values are where hooks act, or have null in place of an object that is created.
    expect(decodings).toBeLessThan((inject('isFullRun') ? 1000 : 20) * edits * 0.3);
  });
});
