/** Laws of the model: the dialect does not matter, and nothing is lost on the way to a document and back. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { equal, objectOf, type Json, documentOf } from '../../document/index.js';
import { emitOpenapi } from '../../emit/openapi/index.js';
import type { Api } from '../../ir/index.js';
import { readDocument } from '../../read/index.js';
import { normalize } from '../index.js';
import { plain } from './testing/small.js';

const documents = fileURLToPath(new URL('../../testing/documents', import.meta.url));
const published = fileURLToPath(new URL('../../../../shared/upstream', import.meta.url));

/** The model without what a document cannot say: which shapes had a name, and in which order they were met. */
function comparable(api: Api): Json {
  const schemas = api.schemas.map(({ named: _named, ...schema }) => [schema.name, plain(schema)] as const);
  return { ...(plain(api) as object), schemas: objectOf(schemas) };
}

function roundTrip(api: Api): Api {
  return normalize(documentOf('again.json', plain(emitOpenapi(api))));
}

describe('the three dialects', () => {
  const read = (dialect: string) => normalize(readDocument(join(documents, `boxes-${dialect}.yaml`)));
  const whole = plain(read('openapi-3.1'));

  it.each(['swagger-2.0', 'openapi-3.0'])('%s says the same as openapi-3.1', (dialect) => {
    expect(plain(read(dialect))).toEqual(whole);
  });

  it('name every inline shape after its place', () => {
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

describe('a model that became a document and a model again is the same', () => {
  const files = ['boxes-swagger-2.0.yaml', 'boxes-openapi-3.0.yaml', 'boxes-openapi-3.1.yaml', 'split/api.yaml'];
  it.each(files)('%s', (file) => {
    const api = normalize(readDocument(join(documents, file)));
    expect(comparable(roundTrip(api))).toEqual(comparable(api));
  });

  const upstream = existsSync(published) ? readdirSync(published) : [];
  it.skipIf(upstream.length === 0)('published documents (SKIPPED when ../shared is absent)', () => {
    for (const file of upstream) {
      const api = normalize(readDocument(join(published, file)));
      expect([file, equal(comparable(roundTrip(api)), comparable(api))]).toEqual([file, true]);
    }
  });
});
