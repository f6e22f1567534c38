/** Compares what a generated server, and generated validators, reject with what ajv rejects, for random schemas and values. */
import { randomOf } from '@lading/runtime-values';
import { startCells } from '../cells/cells.mjs';
import { refusalOf } from '../cells/refusal.mjs';
import { cellOf, valueAt } from './draw.mjs';
import { fixedSchemas, resolverOf } from './examples.mjs';
import { isCompared, judgeOf } from './judge.mjs';
import { schemaOf } from './schemas.mjs';

/** What `generate` says of a schema. @param {Readonly<Record<string, unknown>>} schemas those that it refers to */
export function schemaRefusal(schema, schemas = fixedSchemas) {
  const info = { title: 'Cell', version: '1.0' };
  const document = { openapi: '3.1.0', info, paths: {}, components: { schemas: { Drawn: schema, ...schemas } } };
  return refusalOf(document, /\/schemas\/Drawn(\/|$)/);
}

/** @param {{ seed: number, cells: number, values: number, examples?: typeof import('./examples.mjs').examples }} options */
export async function compareValidation({ seed, cells: count, values, examples = [] }) {
  const random = randomOf(seed, 'validation');
  const schemas = { ...fixedSchemas };
  for (let index = 0; index < 6; index += 1) {
    const schema = schemaOf(random, 1);
    if (schemaRefusal(schema) === undefined && isCompared(schema)) schemas[`Drawn${index}`] = schema;
  }
  const given = examples.map(({ schema }, index) => ({ id: `example${index}`, place: 'body', schema }));
  const all = Array.from({ length: count }, (_, index) => cellOf(random, index, Object.keys(schemas)));
  const drawn = all.filter(({ schema }) => isCompared(schema));
  const tried = [...given, ...drawn].map((cell) => ({ cell, reason: schemaRefusal(cell.schema, schemas) }));
  const refused = tried.filter(({ reason }) => reason !== undefined);
  const cells = tried.flatMap(({ cell, reason }) => (reason === undefined ? [cell] : []));
  const { send, validatorOf } = await startCells(cells, schemas, seed % 2 === 0 ? 'zod' : 'valibot');
  const judge = judgeOf(schemas);
  const differences = [];
  const counts = { pairs: 0, rejected: 0, unjudged: 0, validated: 0 };
  for (const cell of cells) {
    const isValid = judge(cell.schema);
    const drawValue = () => valueAt(cell, random, resolverOf(schemas));
    for (const value of examples[given.indexOf(cell)]?.values ?? Array.from({ length: values }, drawValue)) {
      if (value === undefined) continue;
      const expected = isValid(value);
      if (expected === undefined) {
        counts.unjudged += 1;
        continue;
      }
      if (!expected) counts.rejected += 1;
      counts.pairs += 1;
      const { status, reason } = await send(cell, value);
      const differs = (message) => differences.push({ cell, value, expected, message });
      if ((status === 204) !== expected || (status !== 204 && status !== 400))
        differs(`the server: ${status} ${reason}`);
      const validator = validatorOf(cell);
      if (validator === undefined) continue;
      counts.validated += 1;
      const { issues } = await validator['~standard'].validate(value);
      if ((issues === undefined) !== expected) differs(`the validator: ${JSON.stringify(issues ?? 'valid')}`);
    }
  }
  return { cells: drawn.length, refused, differences, schemas, ...counts };
}
