/** Everything that comes out of a document is data: planted in any field, code stays text in all that is emitted. */
import { describe, expect, it } from 'vitest';
import { timelineOf } from '../../cli/pipeline.js';
import { alone, complaints, documentWith, silent, unlessRefused } from './testing/judge.js';
import { payloads } from './testing/payloads.js';
import { fields } from './testing/planted-fields.js';

it('is not refused: text may stand in every field but one', async () => {
  const refused: string[] = [];
  for (const field of fields) {
    if ((await unlessRefused(() => timelineOf(alone(documentWith(field, "*/ planted('")), silent))) === undefined)
      refused.push(field[0]);
  }
  expect(refused).toEqual(['type of a property']);
});

describe.each(fields.map((field) => [field[0], field] as const))('planted as %s', (_name, field) => {
  it('stays data in all that is emitted', async () => {
    expect(await complaints(field, Object.entries(payloads), alone)).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});
