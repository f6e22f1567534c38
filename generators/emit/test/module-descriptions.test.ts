/** Each module begins with what it contains, at which version, and how it reads large integers. */
import { expect, it } from 'vitest';
import { emit } from '../../testing/emitter/index.js';
import { document } from './testing/boxes.js';

const files = await emit(
  [document('1.9', { A: { type: 'integer', format: 'int64' } }).root as object],
  ['client', 'server'],
);

/** Returns the sentence at the top of a module, after the line about its generation. */
const sentence = (path: string) => files.get(path)?.split('\n')[1];

it.each([
  ['types', '// The types of API version 1.9', undefined],
  ['client', '// The client of API version 1.9', undefined],
  ['server', '// The server of API version 1.9', '// Handlers of box.'],
])('those of %s', (kind, about, ofGroup) => {
  expect(sentence(`v1.9/${kind}/gen/index.ts`)).toBe(`${about}.`);
  expect(sentence(`v1.9/${kind}/gen/exact/index.ts`)).toBe(`${about}, with exact integers.`);
  if (ofGroup !== undefined) expect(sentence(`v1.9/${kind}/gen/box.ts`)).toBe(ofGroup);
});
