/** What a node says besides its shape: words, versions, deprecation, rules. */
import { get, isArray, isObject, type Json, type JsonObject } from '../document/index.js';
import type { Deprecation, Notes, Rule } from '../ir/index.js';

/** Reads the notes of a schema, parameter, operation or answer. */
export function notesOf(value: JsonObject): Notes {
  const title = text(value, 'title');
  const description = descriptionOf(value);
  const deprecated = deprecationOf(value);
  const rules = rulesOf(get(value, 'x-lading-rules'));
  const example = exampleOf(value);
  const order = get(value, 'x-lading-example-order');
  const key = text(value, 'x-additionalPropertiesName');
  return {
    ...(title && { title }),
    ...(description && { description }),
    ...lifeOf(value),
    ...(deprecated && { deprecated }),
    ...(rules.length > 0 && { rules }),
    ...(example !== undefined && { example }),
    ...(isArray(order) && order.length > 0 && { exampleOrder: order.map(String) }),
    ...(key && { exampleKey: key }),
  };
}

/** `example`, or the first of `examples`: an array in a schema, a map of objects with a `value` everywhere else. */
export function exampleOf(value: JsonObject): Json | undefined {
  const example = get(value, 'example');
  const examples = get(value, 'examples');
  if (example !== undefined || examples === undefined) return example;
  if (isArray(examples)) return examples[0];
  const [first] = isObject(examples) ? Object.values(examples) : [];
  return isObject(first) ? get(first, 'value') : undefined;
}

/** The description, with the sentence on what differs from the published contract as its last paragraph. */
function descriptionOf(value: JsonObject): string | undefined {
  const differs = text(value, 'x-lading-differs')?.trim();
  const paragraphs = [text(value, 'description')?.trim(), differs && `Differs from the published contract: ${differs}`];
  const description = paragraphs.filter((paragraph) => paragraph).join('\n\n');
  return description === '' ? undefined : description;
}

/** From which version on something is there, and until which: also said of a media type, which has no other notes. */
export function lifeOf(value: JsonObject): Pick<Notes, 'since' | 'until'> {
  const since = text(value, 'x-lading-since');
  const until = text(value, 'x-lading-until');
  return { ...(since && { since }), ...(until && { until }) };
}

function deprecationOf(value: JsonObject): Deprecation | undefined {
  const since = text(value, 'x-lading-deprecated-since');
  const use = text(value, 'x-lading-deprecated-use');
  if (get(value, 'deprecated') !== true && since === undefined) return undefined;
  return { ...(since && { since }), ...(use && { use }) };
}

function rulesOf(value: Json | undefined): readonly Rule[] {
  if (!isArray(value)) return [];
  return value.flatMap((rule) => (isObject(rule) ? [ruleOf(rule)] : []));
}

function ruleOf(rule: JsonObject): Rule {
  const fields = get(rule, 'fields');
  const bound = get(rule, 'value');
  return {
    kind: text(rule, 'kind') ?? 'sentence',
    ...(isArray(fields) && { fields: fields.map(String) }),
    ...(isArray(bound) ? { value: bound.filter(isScalar) } : isScalar(bound) && { value: bound }),
    ...(get(rule, 'later') === true && { later: true as const }),
    sentence: text(rule, 'sentence') ?? '',
  };
}

function isScalar(value: Json | undefined): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function text(value: JsonObject, key: string): string | undefined {
  const found = get(value, key);
  if (typeof found === 'number') return String(found);
  return typeof found === 'string' ? found : undefined;
}
