/** Every media type of a body is compared: added ones, removed ones, and their content. */
import { describe, expect, it } from 'vitest';
import { type JsonObject, documentOf } from '../../document/index.js';
import type { Api } from '../../ir/index.js';
import { normalize } from '../../normalize/index.js';
import { comparedBothWays } from '../testing/reversed-changes.js';
import { operation, record } from '../testing/small-documents.js';

const sentences = (older: Api, newer: Api) => comparedBothWays(older, newer).map(({ sentence }) => sentence);

const eventGet = (produces: readonly string[]): Api =>
  normalize(
    documentOf('swagger.yaml', {
      swagger: '2.0',
      info: { title: 'Tiny', version: '1' },
      paths: {
        '/events': {
          get: {
            operationId: 'EventGet',
            produces: [...produces],
            responses: {
              '200': { description: '', schema: { $ref: '#/definitions/Event' } },
              '400': { description: '', schema: { $ref: '#/definitions/Problem' } },
            },
          },
        },
      },
      definitions: { Event: record({ Id: { type: 'string' } }), Problem: record({ message: { type: 'string' } }) },
    }),
  );

describe('of Swagger 2.0, media types of JSON sequences', () => {
  const [json, lines, sequence, records] = [
    'application/json',
    'application/x-ndjson',
    'application/json-seq',
    'application/jsonl',
  ] as const;

  it('carry one value after another, and an error carries one', () => {
    const [event] = eventGet([lines, sequence]).operations;
    const stream = { kind: 'json-lines' };
    const type = { kind: 'reference', name: 'Event' };
    expect(event?.responses.map(({ content }) => content)).toEqual([
      [
        { mediaType: lines, type, stream },
        { mediaType: sequence, type, stream },
      ],
      [{ mediaType: json, type: { kind: 'reference', name: 'Problem' } }],
    ]);
  });

  it('replace one value', () => {
    expect(sentences(eventGet([json]), eventGet([lines, sequence]))).toEqual([
      'The response 200 of EventGet changed from `application/json` to `application/x-ndjson` and `application/json-seq`.',
    ]);
  });

  it('are added beside others, and removed', () => {
    expect(sentences(eventGet([lines, sequence]), eventGet([records, lines, sequence]))).toEqual([
      '`application/jsonl` was added to the response 200 of EventGet.',
    ]);
    expect(sentences(eventGet([json, lines]), eventGet([json]))).toEqual([
      '`application/x-ndjson` was removed from the response 200 of EventGet.',
    ]);
  });
});

describe.each<[string, (content: JsonObject) => Api]>([
  ['a request', (content) => operation({ requestBody: { content } })],
  ['a response', (content) => operation({ responses: { '200': { description: '', content } } })],
])('of %s', (_what, api) => {
  const media = (fields: JsonObject) => ({ schema: record(fields) });
  const plain = media({ A: { type: 'string' } });
  const more = media({ A: { type: 'string' }, B: { type: 'string' } });

  it.each<[string, JsonObject, JsonObject, readonly RegExp[]]>([
    [
      'added',
      { 'application/json': plain },
      { 'application/json': plain, 'text/csv': plain },
      [/^`text\/csv` was added to /],
    ],
    [
      'removed',
      { 'application/json': plain, 'text/csv': plain },
      { 'application/json': plain },
      [/^`text\/csv` was removed /],
    ],
    [
      'with another schema, behind one that stays',
      { 'application/json': plain, 'application/xml': plain },
      { 'application/json': plain, 'application/xml': more },
      [/\.B` was added to /],
    ],
    [
      'with another schema, behind one that came',
      { 'application/xml': plain },
      { 'application/json': plain, 'application/xml': more },
      [/^`application\/json` was added to /, /\.B` was added to /],
    ],
    [
      'with another schema, which replaced two',
      { 'application/xml': plain, 'text/csv': plain },
      { 'application/json': more },
      [/ changed from `application\/xml` and `text\/csv` to `application\/json`\.$/, /\.B` was added to /],
    ],
    [
      'with another schema, one of two that replaced two',
      { 'application/xml': plain, 'text/csv': plain },
      { 'application/json': more, 'text/html': more },
      [/ changed from `application\/xml` and `text\/csv` to `application\/json` and `text\/html`\.$/],
    ],
  ])('a media type %s', (_how, older, newer, wanted) => {
    const found = sentences(api(older), api(newer));
    expect(found).toEqual(wanted.map((pattern) => expect.stringMatching(pattern) as string));
  });
});
