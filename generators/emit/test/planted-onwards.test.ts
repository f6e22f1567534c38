/** What is planted in a document stays data where it goes on: in a version that extends it, as a document again, as an overlay. */
import { describe, expect, it } from 'vitest';
import { derive, printOverlay } from '../../compare/index.js';
import { equal, type Json } from '../../document/index.js';
import { normalize } from '../../normalize/index.js';
import { applyOverlay, parseOverlay } from '../../overlay/index.js';
import { LadingError } from '../../problem/index.js';
import { documentOf, parseText } from '../../read/index.js';
import { emitOpenapi } from '../openapi/index.js';
import { complaints, documentWith, extended } from './testing/judge.js';
import { payloads } from './testing/payloads.js';
import { fields, root } from './testing/planted-fields.js';

const passedOn = Object.entries(payloads).filter(([name]) =>
  ['single quote', 'comment end', 'key of all prototypes'].includes(name),
);

describe.each(fields.map((field) => [field[0], field] as const))('planted as %s', (_name, field) => {
  it('stays data in what a version passes on', async () => {
    expect(await complaints(field, passedOn, extended)).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('survives the emitted document and the derived overlay', () => {
    const wrong: string[] = [];
    const plain = documentOf('api.yaml', root);
    for (const [name, value] of Object.entries(payloads)) {
      try {
        const document = documentWith(field, value);
        const text = printOverlay(derive(plain, document));
        const overlay = parseOverlay('overlay.yaml', parseText('overlay.yaml', text));
        if (!equal(applyOverlay(root, overlay), document.root))
          wrong.push(`${name}: the overlay makes another document`);
        const api = normalize(document);
        const again = normalize(documentOf('again.yaml', JSON.parse(JSON.stringify(emitOpenapi(api))) as Json));
        const bare = (shapes: typeof api.shapes) =>
          Object.fromEntries(shapes.map(({ named: _named, ...shape }) => [shape.name, shape]));
        const [one, other] = [api, again].map(
          (model) => JSON.parse(JSON.stringify({ ...model, shapes: bare(model.shapes) })) as Json,
        );
        if (!equal(one, other)) wrong.push(`${name}: the emitted document says something else`);
      } catch (error) {
        if (!(error instanceof LadingError))
          wrong.push(`${name}: ${error instanceof Error ? error.stack : String(error)}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
