/** Rules that a property or parameter adds to those of the schema that it refers to. */
import type { Rule } from './notes.js';
import type { Schema } from './schema.js';
import type { Type } from './type.js';

interface Ruled {
  readonly type: Type;
  readonly rules?: readonly Rule[];
}

/** Returns the rules of a property or parameter that the schema it refers to does not state itself. */
export function ownRules({ type, rules = [] }: Ruled, schemaOf: (name: string) => Schema | undefined): readonly Rule[] {
  if (rules.length === 0 || type.kind !== 'reference') return rules;
  const ofSchema = new Set(schemaOf(type.name)?.rules?.map(ruleKey));
  return rules.filter((rule) => !ofSchema.has(ruleKey(rule)));
}

function ruleKey({ kind, fields, value, later, sentence }: Rule): string {
  return JSON.stringify([kind, fields, value, later, sentence]);
}
