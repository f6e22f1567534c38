/** Invariants of the IR: it does not depend on the dialect, and a round trip through a document loses nothing. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { equal, type Json, documentOf } from '../../document/index.js';
import { emitOpenapi } from '../../emit/openapi/index.js';
import { readDocument } from '../../read/index.js';
import { sampled } from '../../testing/sampled.js';
import { normalize } from '../index.js';
import { NamedSchemas } from '../named-schemas.js';
import { Source } from '../source.js';
import { comparable, plain, roundTrip } from './testing/small-documents.js';

const documents = fileURLToPath(new URL('../../testing/documents', import.meta.url));
const published = fileURLToPath(new URL('../../../../shared/upstream', import.meta.url));

describe('the three dialects', () => {
  const read = (dialect: string) => normalize(readDocument(join(documents, `boxes-${dialect}.yaml`)));
  const whole = plain(read('openapi-3.1'));

  it.each(['swagger-2.0', 'openapi-3.0'])('%s has the same IR as openapi-3.1', (dialect) => {
    expect(plain(read(dialect))).toEqual(whole);
  });

  it('name every inline schema after its place', () => {
    const inline = read('openapi-3.1').schemas.filter(({ named }) => !named);
    expect(inline.map(({ name }) => name)).toEqual([
      'BoxState',
      'BoxInner',
      'BoxMode',
      'BoxFillRequestThing',
      'BoxFillRequest',
    ]);
  });
});

describe('the IR is unchanged by a round trip through a document', () => {
  const files = [
    'boxes-swagger-2.0.yaml',
    'boxes-openapi-3.0.yaml',
    'boxes-openapi-3.1.yaml',
    'split/api.yaml',
    'every-feature.yaml',
  ];
  it.each(files)('%s', (file) => {
    const api = normalize(readDocument(join(documents, file)));
    expect(comparable(roundTrip(api))).toEqual(comparable(api));
  });

  it.each(['base64', 'base32'])('the encoding %s of a string', (contentEncoding) => {
    const schemas = { Photo: { type: 'string', contentEncoding } };
    const document = { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: {}, components: { schemas } };
    const api = normalize(documentOf('api.json', document));
    expect(comparable(roundTrip(api))).toEqual(comparable(api));
    expect(emitOpenapi(api)).toMatchObject({ components: { schemas } });
  });

  it('options that share a value of the discriminator', () => {
    const of = (kind: string, more: string) => {
      return { type: 'object', properties: { kind: { const: kind }, [more]: {} }, required: ['kind', more] };
    };
    const options = { Said: of('word', 'text'), Heard: of('word', 'sound'), Gone: of('gone', 'at') };
    const oneOf = Object.keys(options).map((name) => ({ $ref: `#/components/schemas/${name}` }));
    const schemas = { ...options, Event: { oneOf, discriminator: { propertyName: 'kind' } } };
    const document = { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: {}, components: { schemas } };
    const api = normalize(documentOf('api.json', document));
    expect(comparable(roundTrip(api))).toEqual(comparable(api));
  });

  const upstream = existsSync(published) ? readdirSync(published) : [];
  it.skipIf(upstream.length === 0)('published documents (SKIPPED when ../shared is absent)', () => {
    for (const file of sampled(upstream, 3)) {
      const api = normalize(readDocument(join(published, file)));
      expect([file, equal(comparable(roundTrip(api)), comparable(api))]).toEqual([file, true]);
    }
  });
});

it('a named schema is nullable if its definition allows null, however its references are nested and in whichever order', () => {
  const leaves: readonly (readonly [Json, boolean])[] = [
    [{ type: 'string' }, false],
    [{ type: 'null' }, true],
    [{ type: ['integer', 'null'] }, true],
    [{ type: 'boolean', nullable: true }, true],
  ];
  const leaf = fc.constantFrom(...leaves);
  const keyword = fc.constantFrom('$ref', 'allOf', 'allOf', 'anyOf', 'anyOf', 'anyOf', 'anyOf', 'none');
  const links = fc.record({
    keyword,
    steps: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 }),
    leaf,
  });
  fc.assert(
    fc.property(fc.array(links, { minLength: 1, maxLength: 30 }), fc.nat(), (all, start) => {
      // A schema refers to later ones only.
      const nullable: boolean[] = [];
      const schemas = all.map((_, index) => `S${index}`);
      const definitions: Record<string, Json> = {};
      for (let index = all.length - 1; index >= 0; index -= 1) {
        const { keyword, steps, leaf } = all[index]!;
        const targets = keyword === 'none' ? [] : steps.map((step) => index + step).filter((at) => at < all.length);
        const refs = targets.map((at) => ({ $ref: `#/components/schemas/S${at}` }));
        const [first] = refs;
        if (first === undefined) [definitions[`S${index}`], nullable[index]] = leaf;
        else if (keyword === '$ref') [definitions[`S${index}`], nullable[index]] = [first, nullable[targets[0] ?? 0]!];
        else {
          definitions[`S${index}`] = { [keyword]: refs };
          const allow = targets.map((at) => nullable[at]);
          nullable[index] = keyword === 'allOf' ? !allow.includes(false) : allow.includes(true);
        }
      }
      const info = { version: '1.0' };
      const document = documentOf('api.yaml', { openapi: '3.1.0', info, components: { schemas: definitions } });
      const named = new NamedSchemas(definitions, new Source(document));
      for (const name of [`S${start % all.length}`, ...schemas])
        expect(named.isNullable(name)).toBe(nullable[Number(name.slice(1))]);
    }),
  );
});

it.each([1, 2, 5, 12])('nothing in a cycle of %i schemas is nullable', (length) => {
  for (const keyword of ['allOf', 'anyOf']) {
    const next = (index: number) => ({ $ref: `#/components/schemas/S${(index + 1) % length}` });
    const names = Array.from({ length }, (_, index) => `S${index}`);
    const schemas = Object.fromEntries(names.map((name, index) => [name, { [keyword]: [next(index)] }]));
    const content = { openapi: '3.1.0', info: { version: '1.0' }, components: { schemas } };
    const named = new NamedSchemas(schemas, new Source(documentOf('api.yaml', content)));
    expect(names.filter((name) => named.isNullable(name))).toEqual([]);
  }
});
