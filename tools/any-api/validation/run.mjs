/** Compares what a generated server, and generated validators, reject with what ajv rejects, for random schemas and values. */
import { randomOf } from '@lading/runtime-values';
import { cellOf, documentOf, valueAt } from './cells.mjs';
import { knownReason } from './known.mjs';
import { loadGenerated } from './generated.mjs';
import { judgeOf } from './judge.mjs';
import { fixedSchemas, schemaOf } from './schemas.mjs';
import { refusalOf } from './refusals.mjs';

/**
 * @typedef {import('./cells.mjs').Cell} Cell
 * @typedef {{ readonly cell: Cell, readonly value: unknown, readonly expected: boolean, readonly status: number, readonly message: string }} Difference
 * @typedef {{ readonly pairs: number, readonly cells: number, readonly rejected: number, readonly refused: readonly { readonly cell: Cell, readonly reason: string }[],
 *   readonly unjudged: number, readonly validated: number, readonly differences: readonly Difference[], readonly schemas: Readonly<Record<string, import('./schemas.mjs').JsonSchema>> }} Result
 */

/** @param {{ readonly seed: number, readonly cells: number, readonly values: number, readonly examples?: readonly import('./examples.mjs').Example[] }} options @returns {Promise<Result>} */
export async function compareValidation({ seed, cells: count, values, examples = [] }) {
  const random = randomOf(seed, 'validation');
  const schemas = { ...fixedSchemas };
  for (let index = 0; index < 6; index += 1) {
    const schema = schemaOf(random, 1);
    if (refusalOf({ schemas: { Drawn: schema, ...fixedSchemas } }) === undefined && knownReason(schema) === undefined)
      schemas[`Drawn${index}`] = schema;
  }
  const given = examples.map(
    ({ schema }, index) => /** @type {Cell} */ ({ id: `example${index}`, place: 'body', schema }),
  );
  const drawn = Array.from({ length: count }, (_, index) => cellOf(random, index, Object.keys(schemas))).filter(
    ({ schema }) => knownReason(schema) === undefined,
  );
  /** @type {{ cell: Cell, reason: string }[]} */
  const refused = [];
  const cells = [...given, ...drawn].filter((cell) => {
    const reason = refusalOf({ schemas: { Drawn: cell.schema, ...schemas } });
    if (reason !== undefined) refused.push({ cell, reason });
    return reason === undefined;
  });
  const { client, server, validators } = await loadGenerated(
    documentOf(cells, schemas),
    seed % 2 === 0 ? 'zod' : 'valibot',
  );
  const running = server.createServer({}, { fallback: () => server.reply(204) });
  let message = '';
  const caller = client.createCaller({
    baseUrl: 'http://cells',
    fetch: async (/** @type {Request} */ request, /** @type {RequestInit} */ init) => {
      const response = await running.fetch(new Request(request, init));
      message = response.status === 204 ? '' : await response.clone().text();
      return response;
    },
  });
  const operations = new Map(
    Object.values(client)
      .filter((one) => one?.id !== undefined && one.method !== undefined)
      .map((one) => [String(one.path).split('/')[1], one]),
  );
  const judge = judgeOf(schemas);
  const resolve = (/** @type {string} */ reference) => schemas[reference.replace('#/components/schemas/', '')] ?? true;
  /** @type {Difference[]} */
  const differences = [];
  let pairs = 0;
  let rejected = 0;
  let unjudged = 0;
  let validated = 0;
  for (const cell of cells) {
    const isValid = judge(cell.schema);
    const operation = operations.get(cell.id);
    if (operation === undefined) throw new Error(`no operation ${cell.id}`);
    const example = examples[given.indexOf(cell)];
    const all = example?.values ?? Array.from({ length: values }, () => valueAt(cell, random, resolve));
    for (const value of all) {
      if (value === undefined) continue;
      const expected = resultOf(isValid, value);
      if (expected === undefined) {
        unjudged += 1;
        continue;
      }
      if (!expected) rejected += 1;
      pairs += 1;
      message = '';
      const status = await caller.call(operation, inputOf(cell, value)).then(
        () => 204,
        (/** @type {any} */ error) => {
          message ||= String(error);
          return error.status ?? 0;
        },
      );
      if ((status === 204) !== expected || (status !== 204 && status !== 400))
        differences.push({ cell, value, expected, status, message });
      const validator = cell.place === 'body' ? validators.operations[operation.id].request : undefined;
      if (validator !== undefined) {
        validated += 1;
        const { issues } = await validator['~standard'].validate(value);
        const problems = JSON.stringify(issues ?? 'valid');
        if ((issues === undefined) !== expected)
          differences.push({ cell, value, expected, status: 0, message: `the validator says ${problems}` });
      }
    }
  }
  return { pairs, cells: drawn.length, rejected, refused, unjudged, validated, differences, schemas };
}

/** The functions that ajv compiles for some schemas of `unevaluatedProperties` end with an exception. @param {(value: unknown) => boolean} isValid @param {unknown} value */
function resultOf(isValid, value) {
  try {
    return isValid(value);
  } catch (error) {
    if (error instanceof ReferenceError || error instanceof TypeError) return undefined;
    throw error;
  }
}

/** @param {Cell} cell @param {unknown} value */
function inputOf({ place }, value) {
  if (place === 'body') return { body: value };
  return place === 'urlencoded' || place === 'multipart' ? { body: { v: value } } : { v: value };
}
