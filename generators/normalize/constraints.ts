/** Reads the constraints of a schema. */
import { get, type Json } from '../document/index.js';
import type { Node, Source } from './source.js';

/** Reads the limits of a number. In OpenAPI 3.0 and Swagger 2.0, exclusive limits are booleans beside the limits. */
export function limitsOf(source: Source, node: Node): Record<string, Json> {
  const picked = pick(
    source,
    node,
    ['format'],
    ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  );
  const { minimum, maximum, multipleOf, ...others } = picked;
  const isExclusive = (key: string, limit: Json | undefined) => limit !== undefined && get(node.value, key) === true;
  const [above, below] = [isExclusive('exclusiveMinimum', minimum), isExclusive('exclusiveMaximum', maximum)];
  return {
    ...others,
    // No number is a multiple of zero, which the linter reports.
    ...(typeof multipleOf === 'number' && multipleOf > 0 && { multipleOf }),
    ...(minimum !== undefined && { [above ? 'exclusiveMinimum' : 'minimum']: minimum }),
    ...(maximum !== undefined && { [below ? 'exclusiveMaximum' : 'maximum']: maximum }),
  };
}

/** Returns the strings and numbers at these keys. */
export function pick(
  source: Source,
  node: Node,
  texts: readonly string[],
  numbers: readonly string[],
): Record<string, Json> {
  const found: [string, Json][] = [];
  for (const key of texts) {
    const value = source.text(node, key);
    if (value !== undefined && value !== '') found.push([key, value]);
  }
  for (const key of numbers) {
    const value = source.number(node, key);
    if (value !== undefined) found.push([key, value]);
  }
  return Object.fromEntries(found);
}
