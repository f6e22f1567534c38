/**
 * Code injected into a document remains data in derived output: a version that extends it, the emitted document, an
 * overlay.
 */
import { describe, expect, inject, it } from 'vitest';
import { derive, printOverlay } from '../../compare/index.js';
import { equal, type Json, documentOf } from '../../document/index.js';
import type { Api } from '../../ir/index.js';
import { normalize } from '../../normalize/index.js';
import { applyOverlay, parseOverlay } from '../../overlay/index.js';
import { parseText } from '../../read/index.js';
import { emitOpenapi } from '../openapi/index.js';
import { fields, names, root, textFields, type InjectionField } from '../../testing/emitter/injection-fields.js';
import { unlessRefused } from '../../testing/emitter/injection.js';
import { sharp } from '../../testing/emitter/payloads.js';
import { sampled } from '../../testing/sampled.js';
import { complaints, complaintsTogether, documentWith, extended } from './testing/check-injection.js';
import {
  long,
  payloadsBut,
  payloadsNamed,
  representative,
  representativeOfLong,
  sampleOf,
  structured,
} from './testing/samples.js';

const sharedPayloads = payloadsNamed(['single quote', 'comment end', 'key of all prototypes']);

// Without a full run, similar text fields are tested only together, and of the others a sample.
const testedAlone = inject('isFullRun') ? fields : sampled([...new Set([...names, ...representative])], 4);

describe.each(testedAlone.map((field, index) => [field[0], field, index] as const))(
  'injected as %s',
  (_name, field, index) => {
    it('remains data in a version that extends it', async () => {
      const chosen = names.includes(field) ? sampleOf(sharedPayloads, index, 1) : payloadsNamed(['comment end']);
      expect(await complaints(field, chosen, extended)).toEqual([]);
      expect(Object.keys(Object.prototype)).toEqual([]);
    });

    it('survives the emitted document and the derived overlay', async () => {
      const chosen = names.includes(field)
        ? sampleOf(payloadsBut(long), index, 3)
        : sampleOf(payloadsNamed(sharp), index, 2);
      for (const [name, value] of chosen) expect((await lost([field], value)) ?? [], name).toEqual([]);
    });
  },
);

// Values that are not strings are rejected in some text fields: these are tested only in single fields.
it.each(inject('isFullRun') ? payloadsBut([...long, ...structured]) : payloadsNamed(sharp))(
  'injected into all text fields at once, %s remains data in a version that extends it',
  async (...payload) => {
    expect(await complaintsTogether(textFields, payload, extended)).toEqual([]);
  },
);

it.each(payloadsBut(inject('isFullRun') ? long : [...long, ...structured]))(
  'injected into all text fields at once, %s survives the emitted document and the derived overlay',
  async (_name, value) => {
    const together = await lost(textFields, value);
    expect(together ?? []).toEqual([]);
    if (together !== undefined) return;
    for (const field of textFields) expect((await lost([field], value)) ?? [], field[0]).toEqual([]);
  },
);

it.each(representativeOfLong.map((field) => [field[0], field] as const))(
  'injected as %s, a megabyte survives',
  async (_name, field) => {
    for (const [, value] of payloadsNamed(long)) expect((await lost([field], value)) ?? []).toEqual([]);
  },
);

const plain = documentOf('api.yaml', root);

/**
 * Returns the differences after the derived overlay and the emitted document; undefined if the document is rejected.
 */
function lost(into: readonly InjectionField[], value: Json): Promise<readonly string[] | undefined> {
  return unlessRefused(() => {
    const wrong: string[] = [];
    const document = documentWith(into, value);
    const text = printOverlay(derive(plain, document));
    const overlay = parseOverlay('overlay.yaml', parseText('overlay.yaml', text));
    if (!equal(applyOverlay(root, overlay), document.root)) wrong.push('the overlay gives another document');
    const api = normalize(document);
    const again = normalize(documentOf('again.yaml', JSON.parse(JSON.stringify(emitOpenapi(api))) as Json));
    if (!equal(bare(api), bare(again))) wrong.push('the emitted document differs');
    return wrong;
  });
}

/** Returns a model as JSON, without the information which schemas were named in the document. */
function bare(api: Api): Json {
  const schemas = Object.fromEntries(api.schemas.map(({ named: _named, ...schema }) => [schema.name, schema]));
  return JSON.parse(JSON.stringify({ ...api, schemas })) as Json;
}
