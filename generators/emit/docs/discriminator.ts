/** A discriminator → the sentence that states which value of its property means which schema. */
import { codeSpan, type Type } from '../../emitter/index.js';
import type { Markdown } from './page.js';

/** Returns the sentence for the discriminator of a type, if it has one. Unions in schemas have schemas of their own. */
export function discriminatorTexts(type: Type): readonly Markdown[] {
  const discriminator = type.kind === 'union' || type.kind === 'record' ? type.discriminator : undefined;
  if (discriminator === undefined) return [];
  const values = discriminator.mapping.map(({ value, schema }) => `${codeSpan(value)} for ${codeSpan(schema)}`);
  return [`The property ${codeSpan(discriminator.property)} states the schema: ${values.join(', ')}.`];
}
