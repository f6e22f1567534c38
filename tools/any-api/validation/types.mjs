/**
 * Compares generated types with ajv, for random schemas: a value that ajv accepts is of the type, so that no handler receives what its type
 * excludes; and where the types that a schema states exclude every value of a kind, the type has none of that kind.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main } from 'lading/testing';
import ts from 'typescript';
import { randomOf } from '@lading/runtime-values';
import { judgeOf } from './judge.mjs';
import { knownReason } from './known.mjs';
import { refusalOf } from './refusals.mjs';
import { fixedSchemas, names, schemaOf } from './schemas.mjs';
import { valueFor } from './values.mjs';

/**
 * @typedef {import('./schemas.mjs').JsonSchema} JsonSchema
 * @typedef {{ readonly schema: JsonSchema, readonly value: unknown, readonly isAccepted: boolean, readonly type: string }} Difference
 */

/** Values of each kind, some of which fit whatever a schema says beside the kind. @type {readonly unknown[]} */
const kinds = ['a', 'ab', 1, 2, true, null, [], {}];

/**
 * @param {{ readonly seed: number, readonly schemas: number, readonly values: number, readonly examples?: readonly import('./examples.mjs').Example[] }} options
 * @returns {Promise<{ readonly differences: readonly Difference[], readonly compared: number, readonly excluded: number }>}
 */
export async function compareTypes({ seed, schemas: count, values, examples = [] }) {
  const random = randomOf(seed, 'types');
  const drawn = [
    ...examples.map(({ schema }) => schema),
    ...Array.from({ length: count }, () => schemaOf(random)).filter((schema) => knownReason(schema) === undefined),
  ].filter((schema) => refusalOf({ schemas: { Drawn: schema, ...fixedSchemas } }) === undefined);
  const all = Object.fromEntries(drawn.map((schema, index) => [`Drawn${index}`, schema]));
  const holder = {
    type: 'object',
    required: Object.keys(all),
    properties: Object.fromEntries(Object.keys(all).map((name) => [name, { $ref: `#/components/schemas/${name}` }])),
  };
  const judge = judgeOf(fixedSchemas);
  const weakJudge = judgeOf(
    Object.fromEntries(Object.entries(fixedSchemas).map(([name, schema]) => [name, kindsAlone(schema)])),
  );
  const resolve = (/** @type {string} */ reference) =>
    fixedSchemas[reference.replace('#/components/schemas/', '')] ?? true;
  /** @type {{ readonly schema: JsonSchema, readonly name: string, readonly value: unknown, readonly isAccepted: boolean }[]} */
  const expected = drawn.flatMap((schema, index) => {
    const name = `Drawn${index}`;
    const accepted = [
      ...(examples[index]?.values ?? []),
      ...Array.from({ length: values }, () => valueFor(schema, random, resolve)),
    ].filter((value) => accepts(judge(schema), value));
    const weak = weakJudge(kindsAlone(schema));
    const excluded = kinds.filter((value) => !accepts(weak, value));
    return [
      ...accepted.map((value) => ({ schema, name, value, isAccepted: true })),
      // `generate` says which schemas no value fits.
      ...(excluded.length === kinds.length ? [] : excluded).map((value) => ({
        schema,
        name,
        value,
        isAccepted: false,
      })),
    ];
  });
  const assigned = await assignableTo({ ...fixedSchemas, ...all, Holder: holder }, expected);
  const differences = expected.flatMap(({ schema, value, isAccepted }, index) => {
    const { isAssignable, type } = /** @type {{ isAssignable: boolean, type: string }} */ (assigned[index]);
    return isAssignable === isAccepted ? [] : [{ schema, value, isAccepted, type }];
  });
  return { differences, compared: expected.length, excluded: expected.filter(({ isAccepted }) => !isAccepted).length };
}

/** @param {(value: unknown) => boolean} isValid @param {unknown} value */
function accepts(isValid, value) {
  try {
    return isValid(value);
  } catch (error) {
    if (error instanceof ReferenceError || error instanceof TypeError) return false;
    throw error;
  }
}

/** Returns the schema with what it says of the kinds of values alone. @param {JsonSchema} schema @returns {JsonSchema} */
function kindsAlone(schema) {
  if (typeof schema === 'boolean') return schema;
  const { type, enum: listed, $ref, allOf, oneOf, anyOf } = /** @type {Record<string, any>} */ (schema);
  const parts = [
    ...(allOf ?? []).map(kindsAlone),
    ...[oneOf, anyOf].flatMap((options) => (options === undefined ? [] : [{ anyOf: options.map(kindsAlone) }])),
  ];
  return {
    ...(type !== undefined && { type }),
    ...('const' in schema && { const: schema['const'] }),
    ...(listed !== undefined && { enum: listed }),
    ...($ref !== undefined && { $ref }),
    ...(parts.length > 0 && { allOf: parts }),
  };
}

/**
 * @param {Readonly<Record<string, JsonSchema>>} schemas
 * @param {readonly { readonly name: string, readonly value: unknown, readonly isAccepted: boolean }[]} values
 * @returns {Promise<readonly { readonly isAssignable: boolean, readonly type: string }[]>}
 */
async function assignableTo(schemas, values) {
  const base = join(import.meta.dirname, '..', '.validation');
  mkdirSync(base, { recursive: true });
  const folder = mkdtempSync(join(base, 'types-'));
  try {
    const document = { openapi: '3.1.0', info: { title: 'Types', version: '1.0' }, paths: {}, components: { schemas } };
    writeFileSync(join(folder, 'document.json'), JSON.stringify(document));
    const words = ['generate', '--quiet', '--document', join(folder, 'document.json'), '--out', join(folder, 'out')];
    const status = await main(words);
    if (status !== 0) throw new Error(`generate ended with ${status}`);
    const types = join(folder, 'out', 'v1.0', 'types', 'gen', 'index.ts');
    const lines = values.flatMap(({ value }, index) => [
      `export type V${index} = ${typeOfValue(value, false)};`,
      `export type P${index} = ${typeOfValue(value, true)};`,
    ]);
    const file = join(folder, 'values.ts');
    writeFileSync(
      file,
      `export type { Holder } from ${JSON.stringify(types.replace(/ts$/, 'js'))};\n${lines.join('\n')}\n`,
    );
    const program = ts.createProgram([file], {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
    });
    const checker = program.getTypeChecker();
    const source = /** @type {ts.SourceFile} */ (program.getSourceFile(file));
    const exported = checker.getExportsOfModule(/** @type {ts.Symbol} */ (checker.getSymbolAtLocation(source)));
    const typeOf = new Map(
      exported.map((symbol) => [symbol.name, checker.getDeclaredTypeOfSymbol(aliased(checker, symbol))]),
    );
    const holder = /** @type {ts.Type} */ (typeOf.get('Holder'));
    return values.map(({ name, value, isAccepted }, index) => {
      const property = /** @type {ts.Symbol} */ (holder.getProperty(name));
      const wanted = checker.getTypeOfSymbol(property);
      const isAssignable = [`V${index}`, `P${index}`].some((one) => {
        const own = /** @type {ts.Type} */ (typeOf.get(one));
        return membersOf(checker, wanted, isAccepted ? undefined : value).some((member) =>
          checker.isTypeAssignableTo(own, member),
        );
      });
      return { isAssignable, type: checker.typeToString(wanted, undefined, ts.TypeFormatFlags.InTypeAlias) };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Returns what a value may be assigned to: the type, or of one without such values the members of their kind. To TypeScript, a scalar is
 * also of the type of an object whose properties are all optional, where that is intersected with a scalar.
 *
 * @param {ts.TypeChecker} checker @param {ts.Type} type @param {unknown} value the value of a kind, if that is excluded
 * @returns {readonly ts.Type[]}
 */
function membersOf(checker, type, value) {
  if (value === undefined) return [type];
  const { Unknown, Any, StringLike, NumberLike, BooleanLike, Null } = ts.TypeFlags;
  const isArray = Array.isArray(value);
  return (type.isUnion() ? type.types : [type]).filter((member) => {
    if (member.flags & (Unknown | Any)) return true;
    if (isArray) return checker.isArrayType(member) || checker.isTupleType(member);
    const isScalar = (member.flags & (StringLike | NumberLike | BooleanLike | Null)) !== 0;
    return isScalar === (typeof value !== 'object' || value === null);
  });
}

/** @param {ts.TypeChecker} checker @param {ts.Symbol} symbol */
function aliased(checker, symbol) {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
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
