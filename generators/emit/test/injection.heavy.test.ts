/** Everything in a document is data: code that is injected into any field remains text in all generated files. */
import { describe, expect, inject, it } from 'vitest';
import { timelineOf } from '../../generate/pipeline/index.js';
import { fields, names, textFields } from '../../testing/emitter/injection-fields.js';
import { unlessRefused } from '../../testing/emitter/injection.js';
import { sharp } from '../../testing/emitter/payloads.js';
import { sampled } from '../../testing/sampled.js';
import { alone, complaints, complaintsTogether, documentWith, silent } from './testing/check-injection.js';
import {
  long,
  payloadsBut,
  payloadsNamed,
  representative,
  representativeOfLong,
  sampleOf,
  structured,
} from './testing/samples.js';

it('is accepted as a string in every field', async () => {
  const rejectedFields: string[] = [];
  for (const field of fields) {
    if ((await unlessRefused(() => timelineOf(alone(documentWith([field], "*/ planted('")), silent))) === undefined)
      rejectedFields.push(field[0]);
  }
  expect(rejectedFields).toEqual([]);
  expect(() => timelineOf(alone(documentWith(textFields, "*/ planted('")), silent)).not.toThrow();
  expect([textFields.length, sharp.length, representative.length]).toEqual([47, 10, 12]);
});

// Without a full run, similar text fields are tested only together, and of the others a sample.
const testedAlone = inject('isFullRun') ? fields : sampled([...new Set([...names, ...representative])], 4);

describe.each(testedAlone.map((field, index) => [field[0], field, index] as const))(
  'injected as %s',
  (_name, field, index) => {
    it('remains data in all generated files', async () => {
      const chosen = names.includes(field)
        ? sampleOf(payloadsBut(long), index, 1)
        : sampleOf(payloadsNamed(sharp), index, 1);
      expect(await complaints(field, chosen, alone)).toEqual([]);
      expect(Object.keys(Object.prototype)).toEqual([]);
    });
  },
);

// Values that are not strings are rejected in some text fields; a full run then tests each field alone.
const together = payloadsBut(inject('isFullRun') ? long : [...long, ...structured]);

it.each(together)('injected into all text fields at once, %s remains data', async (...payload) => {
  expect(await complaintsTogether(textFields, payload, alone)).toEqual([]);
  expect(Object.keys(Object.prototype)).toEqual([]);
});

it.each(representativeOfLong.map((field) => [field[0], field] as const))(
  'injected as %s, a megabyte remains data',
  async (_name, field) => {
    expect(await complaints(field, payloadsNamed(long), alone)).toEqual([]);
  },
);
