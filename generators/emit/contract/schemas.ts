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
} from '../../code/index.js';
import {
  ownRules,
  type Api,
  type Discriminator,
  type Field,
  type RecordType,
  type Rule,
  type Schema,
} from '../../ir/index.js';
import { flattened } from './flatten.js';
import type { ContractNames } from './names.js';
import { recordRules, rulesCode, scalarRules } from './rules.js';
import { runtime } from './runtime.js';
import { byReference, constraintEntries, discriminatorCode, typeCode } from './type-code.js';

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
  const { fields, rules: flattenedRules, rest, constraints } = flattened(type, own, api);
  const refer = byReference(names);
  const entries = fields.map((field): CodeEntry => {
    const value = typeCode(field.type, refer, scalarRules(field.rules));
    return [entryKey(field.name), call(runtime(field.required ? 'required' : 'optional'), value)];
  });
  const rules = [...recordRules(flattenedRules), ...fields.flatMap((field) => lifted(field, api))];
  const more: readonly CodeEntry[] = [
    ...(rules.length === 0 ? [] : [['rules', rulesCode(rules)] as const]),
    ...(rest === undefined ? [] : [['rest', typeCode(rest, refer)] as const]),
    ...(type.closed === true ? [['closed', 'true'] as const] : []),
    ...constraintEntries(constraints, refer),
  ];
  const record = call(
    runtime('object'),
    object(entries, entries.length > 0 ? 'open' : undefined),
    ...(more.length === 0 ? [] : [object(more)]),
  );
  const code = type.discriminator === undefined ? record : variantsCode(record, type.discriminator, schemaName, names);
  return type.nullable ? call(runtime('nullable'), code) : code;
}

/** Returns a union of the schemas that extend the record, which the discriminator chooses, and of the record itself. */
function variantsCode(record: Code, discriminator: Discriminator, schemaName: string, names: ContractNames): Code {
  const extending = [...new Set(discriminator.mapping.map(({ schema }) => schema))];
  const variants = extending.filter((name) => name !== schemaName && names.has(name));
  if (variants.length === 0) return record;
  const refer = byReference(names);
  return call(
    runtime('unionOf'),
    list([...variants.map(refer), record]),
    discriminatorCode(discriminator, [...variants, schemaName]),
  );
}

/**
 * Returns the rules between properties of a field, as rules of the record, except for those that its schema already
 * has.
 */
function lifted(field: Field, api: Api): readonly Rule[] {
  const own = ownRules(field, (name) => api.schemas.find((schema) => schema.name === name));
  return recordRules(own).map((rule) => ({
    ...rule,
    fields: (rule.fields ?? []).map((path) => `${field.name}.${path}`),
  }));
}
