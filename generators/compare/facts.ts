/** Plain JSON of what is compared, without descriptions, examples and versions. */
import { equal, type Json } from '../document/index.js';
import type { Content, Field, Notes, Parameter, Rule, RuleValue, Type } from '../ir/index.js';

/** Returns a type without descriptions. Schemas that it refers to remain names. */
export function factsOfType(type: Type): unknown {
  switch (type.kind) {
    case 'array':
      return {
        ...type,
        ...(type.prefixItems && { prefixItems: type.prefixItems.map(factsOfType) }),
        items: factsOfType(type.items),
      };
    case 'map':
      return { ...type, values: factsOfType(type.values) };
    case 'union':
      return { ...type, options: type.options.map(factsOfType) };
    case 'intersection':
      return { ...type, parts: type.parts.map(factsOfType) };
    case 'enum':
      return { ...type, values: type.values.map(({ value }) => value) };
    case 'record':
      return {
        ...type,
        fields: Object.fromEntries(type.fields.map((field) => [field.name, factsOfField(field)])),
        ...(type.rest && { rest: factsOfType(type.rest) }),
      };
    default:
      return type;
  }
}

export function factsOfField(field: Field): unknown {
  const { type, required, default: standard } = field;
  return { type: factsOfType(type), required, ...(standard !== undefined && { default: standard }) };
}

export function factsOfParameter(parameter: Parameter): unknown {
  const { type, required, encoding, default: standard } = parameter;
  return { type: factsOfType(type), required, encoding, ...(standard !== undefined && { default: standard }) };
}

export function factsOfContent({ mediaType, type, stream }: Content): unknown {
  return { mediaType, type: factsOfType(type), ...(stream && { stream: stream.kind }) };
}

export interface RuleFacts {
  readonly kind: string;
  readonly fields?: readonly string[];
  readonly value?: RuleValue;
}

/** Returns the rules that a program can check, each once. A rule that is only a sentence is prose. */
export function rulesOf(...notes: readonly (Notes | undefined)[]): ReadonlyMap<string, RuleFacts> {
  const rules = notes.flatMap((note) => note?.rules ?? []).filter(saysMore);
  return new Map(
    rules.map(({ kind, fields, value }) => {
      const facts = { kind, ...(fields && { fields }), ...(value !== undefined && { value }) };
      return [JSON.stringify(facts), facts];
    }),
  );
}

function saysMore({ kind, fields, value }: Rule): boolean {
  return !isProse(kind) || fields !== undefined || value !== undefined;
}

/** Whether rules of the kind describe what no program can check on one message. */
function isProse(kind: string): boolean {
  return kind === 'sentence' || kind === 'engine' || kind === 'note';
}

/** Whether two values of documents are equal. The order of keys has no meaning. */
export function equalFacts(a: unknown, b: unknown): boolean {
  return equal(a as Json | undefined, b as Json | undefined);
}
