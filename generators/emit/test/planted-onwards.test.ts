/** What is planted in a document stays data where it goes on: in a version that extends it, as a document again, as an overlay. */
import { describe, expect, inject, it } from 'vitest';
import { derive, printOverlay } from '../../compare/index.js';
import { equal, type Json, documentOf } from '../../document/index.js';
import type { Api } from '../../ir/index.js';
import { normalize } from '../../normalize/index.js';
import { applyOverlay, parseOverlay } from '../../overlay/index.js';
import { parseText } from '../../read/index.js';
import { emitOpenapi } from '../openapi/index.js';
import { complaints, complaintsTogether, documentWith, extended, unlessRefused } from './testing/judge.js';
import { long, payloadsBut, payloadsNamed, sampleOf, sharp, structured } from './testing/payloads.js';
import {
  fields,
  names,
  representative,
  representativeOfLong,
  root,
  words,
  type Field,
} from './testing/planted-fields.js';

const runtimeReexports = payloadsNamed(['single quote', 'comment end', 'key of all prototypes']);

// Without a full run, words that are like others are planted together with them alone.
const judgedAlone = inject('isFullRun') ? fields : [...new Set([...names, ...representative])];

describe.each(judgedAlone.map((field, index) => [field[0], field, index] as const))(
  'planted as %s',
  (_name, field, index) => {
    it('stays data in what a version passes on', async () => {
      const chosen = names.includes(field) ? sampleOf(runtimeReexports, index, 1) : payloadsNamed(['comment end']);
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

// What is no text is refused in some words: that is left to the fields alone.
it.each(inject('isFullRun') ? payloadsBut([...long, ...structured]) : payloadsNamed(sharp))(
  'planted in all words at once, %s stays data in what a version passes on',
  async (...payload) => {
    expect(await complaintsTogether(words, payload, extended)).toEqual([]);
  },
);

it.each(payloadsBut(inject('isFullRun') ? long : [...long, ...structured]))(
  'planted in all words at once, %s survives the emitted document and the derived overlay',
  async (_name, value) => {
    const together = await lost(words, value);
    expect(together ?? []).toEqual([]);
    if (together !== undefined) return;
    for (const field of words) expect((await lost([field], value)) ?? [], field[0]).toEqual([]);
  },
);

it.each(representativeOfLong.map((field) => [field[0], field] as const))(
  'planted as %s, a megabyte survives',
  async (_name, field) => {
    for (const [, value] of payloadsNamed(long)) expect((await lost([field], value)) ?? []).toEqual([]);
  },
);

const plain = documentOf('api.yaml', root);

/** What the derived overlay or the emitted document does not keep; undefined where the document is refused. */
function lost(into: readonly Field[], value: Json): Promise<readonly string[] | undefined> {
  return unlessRefused(() => {
    const wrong: string[] = [];
    const document = documentWith(into, value);
    const text = printOverlay(derive(plain, document));
    const overlay = parseOverlay('overlay.yaml', parseText('overlay.yaml', text));
    if (!equal(applyOverlay(root, overlay), document.root)) wrong.push('the overlay makes another document');
    const api = normalize(document);
    const again = normalize(documentOf('again.yaml', JSON.parse(JSON.stringify(emitOpenapi(api))) as Json));
    if (!equal(bare(api), bare(again))) wrong.push('the emitted document says something else');
    return wrong;
  });
}

/** An interface as JSON; which shapes had a name in the document is left out. */
function bare(api: Api): Json {
  const schemas = Object.fromEntries(api.schemas.map(({ named: _named, ...schema }) => [schema.name, schema]));
  return JSON.parse(JSON.stringify({ ...api, schemas })) as Json;
}
