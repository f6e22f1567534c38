/** What is unfinished in the overlays of a specification: missing descriptions and summaries, and open questions. */
import { expect, it } from 'vitest';
import { documentOf, type Json, type JsonObject } from '../../document/index.js';
import { unfinishedOf } from '../unfinished.js';

const documentWith = (version: string, description?: string, summary?: string) => {
  const more = { type: 'string', ...(description !== undefined && { description }) };
  const operation: JsonObject = {
    operationId: 'Get',
    ...(summary !== undefined && { summary, description: description ?? '' }),
    responses: {},
  };
  return documentOf(`${version}.yaml`, {
    openapi: '3.1.0',
    info: { title: 'T', version },
    paths: {
      '/a': { post: { summary: 'Post', description: 'It.', responses: {} } },
      ...(version !== '1' && { '/b': { get: operation } }),
    },
    components: {
      schemas: { A: { type: 'object', description: 'An A.', properties: version === '1' ? {} : { more } } },
    },
  });
};
const base = { document: documentWith('1'), source: '1.yaml' };
const unfinished = (content: JsonObject, description?: string, summary?: string) =>
  unfinishedOf([
    base,
    {
      document: documentWith('2', description, summary),
      source: '2.yaml',
      extends: '1',
      overlay: { file: 'o.yaml', content },
    },
  ]).map(({ severity, rule, place, sentence }) => [severity, rule, place, sentence.split('. ')[0]]);

it('is each part without a description, and each operation without a summary', () => {
  expect(unfinished({})).toContainEqual([
    'warning',
    'description-missing',
    'o.yaml',
    'components schemas A properties more has no description',
  ]);
  expect(unfinished({})).toContainEqual(['warning', 'description-missing', 'o.yaml', 'paths /b get has no summary']);
  expect(unfinished({}, 'More.', 'Get')).toEqual([]);
  expect(unfinishedOf([base])).toEqual([]);
});

it('is each question without an answer', () => {
  const question = (answer: string, places: Json = []) => ({ kind: 'k', question: 'Is it?', places, answer });
  const questions = { 'x-lading-questions': [question('Yes.'), question(' '), question('', ['a', 'b'])] };
  expect(unfinished(questions, 'More.', 'Get')).toEqual([
    [
      'warning',
      'question-open',
      'o.yaml#/x-lading-questions/1',
      'Is it? Edit the overlay accordingly, then write the "answer" beside the question, or remove it.',
    ],
    [
      'warning',
      'question-open',
      'o.yaml#/x-lading-questions/2',
      'Is it? (a, b) Edit the overlay accordingly, then write the "answer" beside the question, or remove it.',
    ],
  ]);
});

it.each([
  ['no list', 'none', ''],
  ['an entry without a question', [{ answer: '' }], '/0'],
])('rejects %s', (_name, list, place) => {
  expect(() => unfinished({ 'x-lading-questions': list }, 'More.', 'Get')).toThrow(
    expect.objectContaining({
      problem: expect.objectContaining({
        code: 'OVERLAY_STRUCTURE',
        place: `o.yaml#/x-lading-questions${place}`,
      }) as unknown,
    }) as Error,
  );
});
