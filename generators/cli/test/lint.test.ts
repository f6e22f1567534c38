/** `lading lint` prints missing documentation as one item for each rule, and lists and counts all of it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ladingIn } from './testing/lading-in.js';

const folder = temporaryFolder();

function documentWith(count: number): object {
  const responses = { 200: { description: 'Done.' } };
  const operations = Array.from({ length: count }, (_, index) => [
    `/things${index}`,
    { get: { operationId: `get${index}`, tags: ['things'], responses } },
  ]);
  const named = Array.from({ length: count }, (_, index) => [
    `Thing${index}`,
    { type: 'object', properties: { size: { type: 'integer', enum: [1, 1] } } },
  ]);
  const schemas = Object.fromEntries(named) as object;
  const paths = {
    ...Object.fromEntries(operations),
    '/all': {
      post: {
        operationId: 'all',
        tags: ['things'],
        summary: 'Send things',
        requestBody: {
          content: {
            'application/json': {
              schema: { anyOf: named.map(([name]) => ({ $ref: `#/components/schemas/${name}` })) },
            },
          },
        },
        responses,
      },
    },
  };
  return { openapi: '3.1.0', info: { title: 'Things', version: '1' }, paths, components: { schemas } };
}

it.each([
  [1, ['GET /things0 has no summary.', 'Thing0: 1 of 1 properties have no description: size.']],
  [
    12,
    [
      'GET /things0 has no summary, and 11 more, which --json lists.',
      'Thing0: 1 of 1 properties have no description: size, and 11 more, which --json lists.',
    ],
  ],
])('of %i operations and schemas', async (count, sentences) => {
  writeFileSync(join(folder, 'api.json'), JSON.stringify(documentWith(count)));
  const { stdout } = await ladingIn(folder, 'lint', 'api.json');
  const printed = stdout.split('\n').map((line) => line.trim());
  expect(printed.filter((line) => line.includes('has no summary'))).toEqual(sentences.slice(0, 1));
  expect(printed.filter((line) => line.includes('have no description'))).toEqual(sentences.slice(1));
  const json = JSON.parse((await ladingIn(folder, 'lint', 'api.json', '--json')).stdout) as {
    findings: { rule: string; severity: string }[];
  };
  expect(json.findings.filter(({ rule }) => rule === 'operation-without-summary')).toHaveLength(count);
  const of = (severity: string) => json.findings.filter((finding) => finding.severity === severity).length;
  expect(printed.at(-2)).toBe(`${of('error')} errors, ${of('warning')} warnings`.replace(/^1 errors/, '1 error'));
  // What contradicts itself is printed at each of its places.
  expect(printed.filter((line) => line.includes('enum-duplicate'))).toHaveLength(count);
});
