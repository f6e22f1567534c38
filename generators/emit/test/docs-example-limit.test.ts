/** Examples of nested schemas: each level doubles what an unlimited example would contain. */
import { expect, test } from 'vitest';
import { objectOf } from '../../document/index.js';
import { emit } from '../../testing/emitter/index.js';

const LEVELS = 30;
const reference = (index: number) => ({ $ref: `#/components/schemas/Box${index}` });

test('an example of 30 levels with two required boxes each is limited', { timeout: 20_000 }, async () => {
  const boxes = Array.from({ length: LEVELS }, (_, index) => {
    const inner = reference(index + 1);
    return [`Box${index}`, { type: 'object', required: ['L', 'R'], properties: { L: inner, R: inner } }] as const;
  });
  const document = {
    openapi: '3.1.0',
    info: { title: 'Boxes', version: '1.0' },
    paths: {},
    components: { schemas: objectOf([...boxes, [`Box${LEVELS}`, { type: 'string' }]]) },
  };
  const files = await emit([document], [['docs', { data: true }]]);
  expect(Math.max(...[...files.values()].map(({ length }) => length))).toBeLessThan(1_000_000);
});
