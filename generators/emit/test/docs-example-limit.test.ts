/** Examples of nested schemas: each level doubles what an unlimited example would contain. */
import { expect, test } from 'vitest';
import { docsPackage } from '../docs/index.js';
import { documentOf, objectOf } from '../../document/index.js';
import { emitOpenapi } from '../openapi/index.js';
import { normalize } from '../../normalize/index.js';

const LEVELS = 30;
const reference = (index: number) => ({ $ref: `#/components/schemas/Box${index}` });

test('an example of 30 levels with two required boxes each is limited', { timeout: 20_000 }, () => {
  const boxes = Array.from({ length: LEVELS }, (_, index) => {
    const inner = reference(index + 1);
    return [`Box${index}`, { type: 'object', required: ['L', 'R'], properties: { L: inner, R: inner } }] as const;
  });
  const api = normalize(
    documentOf('boxes.yaml', {
      openapi: '3.1.0',
      info: { title: 'Boxes', version: '1.0' },
      paths: {},
      components: { schemas: objectOf([...boxes, [`Box${LEVELS}`, { type: 'string' }]]) },
    }),
  );
  const { files } = docsPackage(api, { naming: { scope: '' }, openapi: emitOpenapi(api), head: [] });
  expect(Math.max(...files.map((file) => JSON.stringify(file).length))).toBeLessThan(1_000_000);
});
