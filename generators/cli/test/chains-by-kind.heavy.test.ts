/** Chains of schemas by each keyword that leads from one to the next: of any length they end with a result, or with an error that names them. */
import { expect, inject, it } from 'vitest';
import { compareApis } from '../../compare/index.js';
import { undecidedOf } from '../../conversion-rules/index.js';
import { documentOf, objectOf, type Json } from '../../document/index.js';
import { LadingError } from '../../diagnostics/index.js';
import type { Api } from '../../ir/index.js';
import { normalize } from '../../normalize/index.js';

const LENGTH = inject('isFullRun') ? 10_000 : 2000;

const record = (properties: Json) => ({ type: 'object', properties });
const kind = record({ kind: { type: 'string' } });

/** What a schema of a chain is, by how it leads to the next one. */
const kinds: Readonly<Record<string, (next: Json, index: number) => Json>> = {
  $ref: (next) => next,
  allOf: (next) => ({ allOf: [next] }),
  'allOf with properties': (next) => ({ allOf: [next, kind] }),
  oneOf: (next) => ({ oneOf: [next, { type: 'integer' }] }),
  'oneOf with null': (next) => ({ oneOf: [next, { type: 'null' }] }),
  anyOf: (next) => ({ anyOf: [next, record({ other: {} })] }),
  items: (next) => ({ type: 'array', items: next }),
  prefixItems: (next) => ({ type: 'array', prefixItems: [next] }),
  properties: (next) => record({ next }),
  additionalProperties: (next) => ({ type: 'object', additionalProperties: next }),
  patternProperties: (next) => ({ type: 'object', patternProperties: { '^x': next } }),
  not: (next) => ({ type: 'string', not: next }),
  if: (next) => ({ if: next, then: { minLength: 1 } }),
  discriminator: (next) => ({
    oneOf: [next, { $ref: '#/components/schemas/Leaf' }],
    discriminator: { propertyName: 'kind' },
  }),
};

function chainOf(schemaOf: (next: Json, index: number) => Json, end: Json, isRing: boolean) {
  const reference = (index: number) => ({ $ref: `#/components/schemas/Box${index}` });
  const content = { 'application/json': { schema: reference(0) } };
  const operation = {
    operationId: 'BoxSet',
    requestBody: { content },
    responses: { '200': { description: '', content } },
  };
  const boxes = Array.from({ length: LENGTH }, (_, index): [string, Json] => [
    `Box${index}`,
    schemaOf(reference(isRing ? (index + 1) % LENGTH : index + 1), index),
  ]);
  return documentOf('boxes.yaml', {
    openapi: '3.1.0',
    info: { title: 'Boxes', version: '1.0' },
    paths: { '/box': { post: operation } },
    components: { schemas: objectOf([...boxes, [`Box${LENGTH}`, end], ['Leaf', kind]]) },
  });
}

/** Returns the code of the error, or nothing if there is a result. */
function problemOf(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (!(error instanceof LadingError)) throw error;
    expect(error.problem.place).toMatch(/^(conversions|boxes\.yaml#)/);
    return error.problem.code;
  }
}

const ends = Object.entries(kinds).flatMap(([name, schemaOf]) => [
  [`a chain by ${name}`, schemaOf, false] as const,
  [`a ring by ${name}`, schemaOf, true] as const,
]);

// The seed chooses those of a short run.
const chosen = inject('isFullRun') ? ends : ends.filter((_, at) => (at + inject('seed')) % 9 === 0);

it.each(chosen)('%s', { timeout: 60_000 }, (_name, schemaOf, isRing) => {
  const changed = record({ kind: { type: 'string' }, more: { type: 'integer' } });
  let apis: readonly [Api, Api] | undefined;
  const problem = problemOf(() => {
    apis = [normalize(chainOf(schemaOf, kind, isRing)), normalize(chainOf(schemaOf, changed, isRing))];
  });
  if (apis === undefined) {
    expect(problem).toMatch(/^(READ_LIMIT|REFERENCE_CYCLE)$/);
    return;
  }
  const [older, newer] = apis;
  // The last schema is the only one that differs, and a discriminator may name it.
  expect(compareApis(older, newer).length).toBeLessThanOrEqual(3);
  const rules = problemOf(() => undecidedOf({ version: older.version, older, newer, rules: [], differences: [] }));
  expect([undefined, 'READ_LIMIT']).toContain(rules);
});
