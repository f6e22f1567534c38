/** Code examples of the reference have prettier's format with lines of 100 characters. */
import { format } from 'prettier';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../document/index.js';
import type { GroupPage } from '../docs/index.js';
import { document, page, packageFiles, schema, text } from './testing/boxes.js';

const pretty = (code: string) =>
  format(code, { parser: 'typescript', printWidth: 100, singleQuote: true, trailingComma: 'all' });

const sized = (length: number) => ({ ...text, examples: ['x'.repeat(length)] });
const pair = schema({ Left: sized(3), Right: sized(5) });
const lids: readonly (readonly [string, JsonObject])[] = [
  ['nothing', {}],
  ...[20, 38, 39, 40, 41, 42, 60, 90].map((length) => [`a string of ${length}`, { Name: sized(length) }] as const),
  [
    'several records in a list',
    {
      Pairs: {
        type: 'array',
        items: pair,
        examples: [
          [
            { Left: 'a', Right: 'b' },
            { Left: 'c', Right: 'd' },
          ],
        ],
      },
    },
  ],
  ['a record in a record', { Pair: pair, 'Other-Pair': pair, More: sized(30) }],
  ['long numbers', { Size: { type: 'integer', examples: [12_345_678] } }],
];

describe.each(lids)('with %s', (_name, lid) => {
  it('a client and a server are printed in prettier format', async () => {
    const generated = await packageFiles([document('1.0', lid)]);
    const { operations } = page<GroupPage>(generated, '1.0', 'groups/box');
    const samples = operations.flatMap(({ code: { client = '', server = '' } }) => [client, server]);
    expect(samples.every((sample) => sample !== '')).toBe(true);
    for (const sample of samples) expect(`${sample}\n`).toBe(await pretty(sample));
  });
});
