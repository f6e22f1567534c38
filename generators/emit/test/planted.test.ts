/** Everything that comes out of a document is data: planted in any field, code stays text in all that is emitted. */
import { describe, expect, inject, it } from 'vitest';
import { timelineOf } from '../../cli/pipeline/index.js';
import { alone, complaints, complaintsTogether, documentWith, silent, unlessRefused } from './testing/judge.js';
import { long, payloadsBut, payloadsNamed, sampleOf, sharp, structured } from './testing/payloads.js';
import { fields, names, representative, representativeOfLong, words } from './testing/planted-fields.js';

it('is not refused: text may stand in every field but one', async () => {
  const refused: string[] = [];
  for (const field of fields) {
    if ((await unlessRefused(() => timelineOf(alone(documentWith([field], "*/ planted('")), silent))) === undefined)
      refused.push(field[0]);
  }
  expect(refused).toEqual(['type of a property']);
  expect(() => timelineOf(alone(documentWith(words, "*/ planted('")), silent)).not.toThrow();
  expect([words.length, sharp.length, representative.length]).toEqual([47, 10, 12]);
});

// Without a full run, words that are like others are planted together with them alone.
const judgedAlone = inject('isFullRun') ? fields : [...new Set([...names, ...representative])];

describe.each(judgedAlone.map((field, index) => [field[0], field, index] as const))(
  'planted as %s',
  (_name, field, index) => {
    it('stays data in all that is emitted', async () => {
      const chosen = names.includes(field)
        ? sampleOf(payloadsBut(long), index, 1)
        : sampleOf(payloadsNamed(sharp), index, 1);
      expect(await complaints(field, chosen, alone)).toEqual([]);
      expect(Object.keys(Object.prototype)).toEqual([]);
    });
  },
);

// What is no text is refused in some words; each is then judged alone, which a full run does.
const together = payloadsBut(inject('isFullRun') ? long : [...long, ...structured]);

it.each(together)('planted in all words at once, %s stays data', async (...payload) => {
  expect(await complaintsTogether(words, payload, alone)).toEqual([]);
  expect(Object.keys(Object.prototype)).toEqual([]);
});

it.each(representativeOfLong.map((field) => [field[0], field] as const))(
  'planted as %s, a megabyte stays data',
  async (_name, field) => {
    expect(await complaints(field, payloadsNamed(long), alone)).toEqual([]);
  },
);
