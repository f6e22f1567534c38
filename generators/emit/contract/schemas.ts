/** A schema → the constant with which the runtime decodes and validates its values. */
import {
  type Code,
  type Declaration,
  type CodeEntry,
  call,
  entryKey,
  list,
  object,
  constant,
  ownRules,
  schemaNamed,
  type Api,
  type Discriminator,
  type Field,
  type ObjectConstraints,
  type RecordType,
  type Rule,
  type Schema,
  type Type,
} from '../../emitter/index.js';
import { flattened } from './flatten.js';
import type { ContractNames } from './names.js';
import { recordRules, rulesCode, scalarRules } from './rules.js';
import { runtime } from './runtime.js';
import {
  allOf,
  byReference,
  conditionCode,
  constraintEntries,
  discriminatorCode,
  typeCode,
  type Refer,
} from './type-code.js';

export function schemaDeclaration(schema: Schema, names: ContractNames, api: Api): Declaration {
  const symbol = names.schema(schema.name);
  const { type, rules = [] } = schema;
  const code =
    type.kind === 'record'
      ? recordCode(schema.name, type, rules, names, api)
      : typeCode(type, byReference(names), scalarRules(rules));
  // The type is explicit, because a schema may refer to itself.
  return {
    symbols: [symbol],
    statements: [constant({ name: symbol.name, type: runtime('Schema'), value: code })],
  };
}

function recordCode(schemaName: string, type: RecordType, own: readonly Rule[], names: ContractNames, api: Api): Code {
  const refer = byReference(names);
  const { fields, rules: flattenedRules, rest, constraints, records } = flattened(type, own, api);
  const rules = [...recordRules(flattenedRules), ...fields.flatMap((field) => lifted(field, api))];
  const { conditions = [], ...others } = constraints;
  const apart = records.length > 1 ? records.filter(isScoped) : [];
  const objects =
    apart.length === 0
      ? [objectCode({ fields, rules, rest, closed: type.closed, ...others }, refer)]
      : [
          // What a record says of all other properties, it says of those of the other records, too.
          objectCode({ fields, rules, ...withoutPatterns(others) }, refer),
          ...apart.map(({ fields: own, rest: ownRest, closed, patterns }) =>
            objectCode({ fields: own, rest: ownRest, closed, ...(patterns && { patterns }) }, refer),
          ),
        ];
  const unevaluated = records.flatMap((one) => one.unevaluated ?? []);
  // Conditions apply to null, too.
  const isNullApart = type.nullable === true && conditions.length > 0 && type.discriminator === undefined;
  const record = allOf(
    [
      ...(isNullApart ? objects.map((one) => call(runtime('nullable'), one)) : objects),
      ...conditions.map((one) => conditionCode(one, refer)),
    ],
    unevaluated.slice(-1).map((one) => ['unevaluatedProperties', typeCode(one, refer)]),
  );
  const code = type.discriminator === undefined ? record : variantsCode(record, type.discriminator, schemaName, names);
  return type.nullable && !isNullApart ? call(runtime('nullable'), code) : code;
}

/** Whether a record says something about properties that it does not declare. */
function isScoped({ closed, rest, patterns }: RecordType): boolean {
  return closed === true || patterns !== undefined || (rest !== undefined && rest.kind !== 'any');
}

/** Returns the properties that are required and not described. */
function requiredOf(fields: readonly Field[], { required = [] }: ObjectConstraints): ObjectConstraints {
  const all = [...required, ...fields.flatMap((field) => (field.undeclared ? [field.name] : []))];
  return all.length === 0 ? {} : { required: [...new Set(all)] };
}

function withoutPatterns({ patterns: _patterns, ...others }: ObjectConstraints): ObjectConstraints {
  return others;
}

interface ObjectParts extends Omit<ObjectConstraints, 'conditions'> {
  readonly fields: readonly Field[];
  readonly rules?: readonly Rule[];
  readonly rest?: Type | undefined;
  readonly closed?: true | undefined;
}

function objectCode({ fields, rules = [], rest, closed, ...constraints }: ObjectParts, refer: Refer): Code {
  const entries = fields
    .filter((field) => field.undeclared === undefined)
    .map((field): CodeEntry => {
      const value = typeCode(field.type, refer, scalarRules(field.rules));
      return [entryKey(field.name), call(runtime(field.required ? 'required' : 'optional'), value)];
    });
  const more: readonly CodeEntry[] = [
    ...(rules.length === 0 ? [] : [['rules', rulesCode(rules)] as const]),
    ...(rest === undefined ? [] : [['rest', typeCode(rest, refer)] as const]),
    ...(closed === true ? [['closed', 'true'] as const] : []),
    ...constraintEntries({ ...constraints, ...requiredOf(fields, constraints) }, refer),
  ];
  return call(
    runtime('object'),
    object(entries, entries.length > 0 ? 'open' : undefined),
    ...(more.length === 0 ? [] : [object(more)]),
  );
}

/** Returns a union of the schemas that extend the record, which the discriminator chooses. */
function variantsCode(record: Code, discriminator: Discriminator, schemaName: string, names: ContractNames): Code {
  const extending = [...new Set(discriminator.mapping.map(({ schema }) => schema))];
  const variants = extending.filter((name) => name !== schemaName && names.has(name));
  if (variants.length === 0) return record;
  const refer = byReference(names);
  // A value is of the record itself only if the document maps one to it, as its type says.
  const isMapped = extending.includes(schemaName);
  return call(
    runtime('unionOf'),
    list([...variants.map(refer), ...(isMapped ? [record] : [])]),
    discriminatorCode(discriminator, [...variants, schemaName]),
  );
}

/**
 * Returns the rules between properties of a field, as rules of the record, except for those that its schema already
 * has.
 */
function lifted(field: Field, api: Api): readonly Rule[] {
  const own = ownRules(field, (name) => schemaNamed(api, name));
  return recordRules(own).map((rule) => ({
    ...rule,
    fields: (rule.fields ?? []).map((path) => `${field.name}.${path}`),
  }));
}
