/** What generated clients send arrives at generated servers, in every style: a sample of what `encodings.mjs` sends. */
import { expect, inject, it } from 'vitest';
import { allCells } from '../encodings/cells.mjs';
import { arrives, sendAll } from '../encodings/run.mjs';

it('sends every value so that it arrives, or refuses it', { timeout: 120_000 }, async () => {
  const cells = allCells.filter((_, index) => inject('isFullRun') || index % 9 === 0);
  const { sent, refused } = await sendAll(cells);
  expect(refused).toEqual([]);
  expect(sent.filter((one) => !arrives(one)).map(({ cell, value, text }) => [cell.id, value, text])).toEqual([]);
  const refusedByClient = sent.filter(({ request }) => request === undefined);
  expect(refusedByClient.length).toBeLessThan(sent.length * 0.12);
});
