/**
 * Compares generated types with ajv, for random schemas: a value that ajv accepts is of the type, so that no handler receives what its type
 * excludes; and where the types that a schema states exclude every value of a kind, the type has none of that kind.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder } from '@lading/run/commands';
import { main } from 'lading/testing';
import ts from 'typescript';
import { randomOf } from '@lading/runtime-values';
import { fixedSchemas, resolverOf } from './examples.mjs';
import { isCompared, judgeOf } from './judge.mjs';
import { schemaRefusal } from './run.mjs';
import { names, schemaOf } from './schemas.mjs';
import { valueFor } from './values.mjs';

/** @typedef {import('./examples.mjs').JsonSchema} JsonSchema */

/** Values of each kind, some of which fit whatever a schema says beside the kind. */
const kinds = ['a', 'ab', 1, 2, true, null, [], {}];

/** @param {{ seed: number, schemas: number, values: number, examples?: typeof import('./examples.mjs').examples }} options */
export async function compareTypes({ seed, schemas: count, values, examples = [] }) {
  const random = randomOf(seed, 'types');
  const drawn = [
    ...examples.map(({ schema }) => schema),
    ...Array.from({ length: count }, () => schemaOf(random)).filter(isCompared),
  ].filter((schema) => schemaRefusal(schema) === undefined);
  const judge = judgeOf(fixedSchemas);
  const weakJudge = judgeOf(
    Object.fromEntries(Object.entries(fixedSchemas).map(([name, schema]) => [name, kindsAlone(schema)])),
  );
  const expected = drawn.flatMap((schema, index) => {
    const accepted = [
      ...(examples[index]?.values ?? []),
      ...Array.from({ length: values }, () => valueFor(schema, random, resolverOf())),
    ].filter((value) => judge(schema)(value));
    const weak = weakJudge(kindsAlone(schema));
    const excluded = kinds.filter((value) => !weak(value));
    const given = { schema, name: `Drawn${index}` };
    return [
      ...accepted.map((value) => ({ ...given, value, isAccepted: true })),
      // `generate` says which schemas no value fits.
      ...(excluded.length === kinds.length ? [] : excluded).map((value) => ({ ...given, value, isAccepted: false })),
    ];
  });
  const all = Object.fromEntries(drawn.map((schema, index) => [`Drawn${index}`, schema]));
  const assigned = await assignableTo(all, expected);
  const differences = expected.flatMap(({ schema, value, isAccepted }, index) =>
    assigned[index].isAssignable === isAccepted ? [] : [{ schema, value, isAccepted, type: assigned[index].type }],
  );
  return { differences, compared: expected.length, excluded: expected.filter(({ isAccepted }) => !isAccepted).length };
}

/** Returns the schema with what it says of the kinds of values alone. @param {JsonSchema} schema @returns {JsonSchema} */
function kindsAlone(schema) {
  if (typeof schema === 'boolean') return schema;
  const { type, const: constant, enum: listed, $ref, allOf = [], oneOf, anyOf } = schema;
  const unions = [oneOf, anyOf].filter((options) => options !== undefined);
  const parts = [...allOf.map(kindsAlone), ...unions.map((options) => ({ anyOf: options.map(kindsAlone) }))];
  return {
    ...(type !== undefined && { type }),
    ...('const' in schema && { const: constant }),
    ...(listed !== undefined && { enum: listed }),
    ...($ref !== undefined && { $ref }),
    ...(parts.length > 0 && { allOf: parts }),
  };
}

/**
 * Tells which values are assignable to the types that are generated for schemas.
 * @param {Readonly<Record<string, JsonSchema>>} schemas
 * @param {readonly { name: string, value: unknown, isAccepted: boolean }[]} values
 */
function assignableTo(schemas, values) {
  const references = Object.keys(schemas).map((name) => [name, { $ref: `#/components/schemas/${name}` }]);
  const holder = { type: 'object', required: Object.keys(schemas), properties: Object.fromEntries(references) };
  const components = { schemas: { ...fixedSchemas, ...schemas, Holder: holder } };
  const document = { openapi: '3.1.0', info: { title: 'Types', version: '1.0' }, paths: {}, components };
  return inFolder(async (folder) => {
    const [input, out, file] = ['document.json', 'out', 'values.ts'].map((name) => join(folder, name));
    writeFileSync(input, JSON.stringify(document));
    const status = await main(['generate', '--quiet', '--document', input, '--out', out]);
    if (status !== 0) throw new Error(`generate ended with ${status}`);
    const lines = values.flatMap(({ name, value }, index) => [
      `export type T${index} = Holder['${name}'];`,
      `export type V${index} = ${typeOfValue(value, false)};`,
      `export type P${index} = ${typeOfValue(value, true)};`,
    ]);
    writeFileSync(file, `import type { Holder } from './out/v1.0/types/gen/index.js';\n${lines.join('\n')}\n`);
    const { NodeNext: module } = ts.ModuleKind;
    const program = ts.createProgram([file], { strict: true, noEmit: true, skipLibCheck: true, types: [], module });
    const checker = program.getTypeChecker();
    const source = /** @type {any} */ (checker.getSymbolAtLocation(/** @type {any} */ (program.getSourceFile(file))));
    const declared = checker.getExportsOfModule(source).map((symbol) => checker.getDeclaredTypeOfSymbol(symbol));
    return values.map(({ value, isAccepted }, index) => {
      const [wanted, ...own] = declared.slice(3 * index, 3 * index + 3);
      const members = isAccepted ? [wanted] : membersOf(checker, wanted, value);
      const isAssignable = own.some((type) => members.some((member) => checker.isTypeAssignableTo(type, member)));
      return { isAssignable, type: checker.typeToString(wanted, undefined, ts.TypeFormatFlags.InTypeAlias) };
    });
  });
}

/**
 * Returns the members of a type that have the kind of an excluded value. To TypeScript, a scalar is also of the type of an object whose
 * properties are all optional, where that is intersected with a scalar.
 *
 * @param {ts.TypeChecker} checker @param {ts.Type} type
 */
function membersOf(checker, type, value) {
  const { Unknown, Any, StringLike, NumberLike, BooleanLike, Null } = ts.TypeFlags;
  return (type.isUnion() ? type.types : [type]).filter((member) => {
    if (member.flags & (Unknown | Any)) return true;
    if (Array.isArray(value)) return checker.isArrayType(member) || checker.isTupleType(member);
    const isScalar = (member.flags & (StringLike | NumberLike | BooleanLike | Null)) !== 0;
    return isScalar === (typeof value !== 'object' || value === null);
  });
}

/**
 * Returns the type of a value alone.
 *
 * @param {unknown} value
 * @param {boolean} isPadded whether objects name the properties that they lack: TypeScript rejects an object that has no property of a
 * type whose properties are all optional
 * @returns {string}
 */
function typeOfValue(value, isPadded) {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => typeOfValue(item, isPadded)).join(', ')}]`;
  const own = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${typeOfValue(one, isPadded)}`);
  const missing = isPadded ? names.filter((name) => !Object.hasOwn(value, name)) : [];
  return `{ ${[...own, ...missing.map((name) => `${JSON.stringify(name)}?: undefined`)].join('; ')} }`;
}
