/** The schemas that others refer to, and schemas with values that decide what each part of the schema says. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** @typedef {boolean | Readonly<Record<string, any>>} JsonSchema */

const text = readFileSync(new URL('examples.yaml', import.meta.url), 'utf8');
const { schemas, inAndOutside, groups } = parse(text, (key, value) =>
  key === '$ref' ? `#/components/schemas/${value}` : value,
);

/** One for each kind of target. @type {Readonly<Record<string, JsonSchema>>} */
export const fixedSchemas = schemas;

/** @type {readonly { schema: JsonSchema, values: readonly unknown[] }[]} */
export const examples = Object.values(groups)
  .flat()
  .map(({ schema, values }) => ({ schema, values: values === 'inAndOutside' ? inAndOutside : values }));

/** Returns what a reference refers to. @param {Readonly<Record<string, JsonSchema>>} [all] */
export const resolverOf =
  (all = fixedSchemas) =>
  (/** @type {string} */ reference) =>
    all[reference.replace('#/components/schemas/', '')] ?? true;
