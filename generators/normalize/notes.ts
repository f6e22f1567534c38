/** Reads the metadata of a node besides its type: descriptions, versions, deprecation, rules. */
import { get, isArray, isObject, objectOf, type Json, type JsonObject } from '../document/index.js';
import type { Deprecation, Extensions, ExternalDocs, NamedExample, Notes, Rule } from '../ir/index.js';
import type { Node, Source } from './source.js';

/** Reads the metadata of a schema, parameter, operation or response. */
export function notesOf(value: JsonObject): Notes {
  const title = text(value, 'title');
  const description = descriptionOf(value);
  const deprecated = deprecationOf(value);
  const rules = rulesOf(get(value, 'x-lading-rules'));
  const example = exampleOf(value);
  const order = get(value, 'x-lading-example-order');
  const key = text(value, 'x-additionalPropertiesName');
  const externalDocs = externalDocsOf(value);
  return {
    ...(title && { title }),
    ...(description && { description }),
    ...versionRangeOf(value),
    ...(deprecated && { deprecated }),
    ...(rules.length > 0 && { rules }),
    ...(externalDocs && { externalDocs }),
    ...(example !== undefined && { example }),
    ...(isArray(order) && order.length > 0 && { exampleOrder: order.map(String) }),
    ...(key && { exampleKey: key }),
    ...extensionsOf(value),
  };
}

/** Reads the extensions of an object, except for those that have a meaning here. */
export function extensionsOf(value: JsonObject): Extensions {
  const extensions = Object.entries(value).filter(([key]) => isForeignExtension(key));
  return extensions.length === 0 ? {} : { extensions: objectOf(extensions) };
}

/** Whether a key is an extension that is passed through. */
export function isForeignExtension(key: string): boolean {
  return key.startsWith('x-') && !key.startsWith('x-lading-') && !understood.has(key);
}

const understood = new Set(['x-additionalPropertiesName', 'x-displayName', 'x-enumDescriptions', 'x-nullable']);

export function externalDocsOf(value: JsonObject): ExternalDocs | undefined {
  const docs = get(value, 'externalDocs');
  const url = isObject(docs) ? text(docs, 'url') : undefined;
  if (!isObject(docs) || url === undefined) return undefined;
  const description = text(docs, 'description')?.trim();
  return { url, ...(description && { description }) };
}

/** Returns `example`, or the first of `examples`: an array in a schema, otherwise a map of objects with a `dataValue` or a `value`. */
export function exampleOf(value: JsonObject): Json | undefined {
  const example = get(value, 'example');
  const examples = get(value, 'examples');
  if (example !== undefined || examples === undefined) return example;
  if (isArray(examples)) return examples[0];
  const [first] = isObject(examples) ? Object.values(examples) : [];
  return isObject(first) ? (get(first, 'dataValue') ?? get(first, 'value')) : undefined;
}

/**
 * Returns the named examples of a parameter, a header or a media type, and the first one. They may be references.
 */
export function namedExamplesOf(source: Source, node: Node): Pick<Notes, 'example' | 'examples'> {
  const entries = isObject(get(node.value, 'examples')) ? source.entries(node, 'examples') : [];
  const [first] = entries;
  const example =
    get(node.value, 'example') ??
    (first && exampleOf(objectOf([['examples', objectOf([['first', source.follow(first[1]).value]])]])));
  const chosen = example === undefined ? {} : { example };
  if (entries.length === 0) return chosen;
  const examples = entries.map(([name, reference]): NamedExample => {
    const example = source.follow(reference);
    const summary = text(example.value, 'summary');
    const description = text(example.value, 'description')?.trim();
    const value =
      get(example.value, 'dataValue') ?? get(example.value, 'value') ?? get(example.value, 'serializedValue');
    const url = text(example.value, 'externalValue');
    return {
      name,
      ...(summary && { summary }),
      ...(description && { description }),
      ...(value !== undefined && { value }),
      ...(url && { url }),
    };
  });
  return { ...chosen, examples };
}

/** Returns the description, with a last paragraph on the difference from the published contract, if there is one. */
function descriptionOf(value: JsonObject): string | undefined {
  const differs = text(value, 'x-lading-differs')?.trim();
  const paragraphs = [text(value, 'description')?.trim(), differs && `Differs from the published contract: ${differs}`];
  const description = paragraphs.filter((paragraph) => paragraph).join('\n\n');
  return description === '' ? undefined : description;
}

/** Returns the version that introduced a part and the first one without it. A media type has only these metadata. */
export function versionRangeOf(value: JsonObject): Pick<Notes, 'since' | 'until'> {
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

/** Reads the metadata of a property: also the schema of the JSON in its string, as a sentence, since no code reads it. */
export function fieldNotesOf(value: JsonObject): Notes {
  const notes = notesOf(value);
  const schema = get(value, 'contentSchema');
  if (!isObject(schema)) return notes;
  const mediaType = text(value, 'contentMediaType') ?? 'application/json';
  const reference = text(schema, '$ref');
  const name = reference?.slice(reference.lastIndexOf('/') + 1) ?? JSON.stringify(schema);
  const shown = name.length > maxContentSchema ? `${name.slice(0, maxContentSchema)}…` : name;
  const sentence = `The text is of the media type ${codeSpanOf(mediaType)}, with the schema ${codeSpanOf(shown)}.`;
  return { ...notes, rules: [...(notes.rules ?? []), { kind: 'sentence', sentence }] };
}

/** How many characters of a schema without a name are shown. */
const maxContentSchema = 200;

/** Returns a code span; a backtick in it would end it. */
function codeSpanOf(text: string): string {
  return `\`${text.replaceAll('`', "'")}\``;
}

function ruleOf(rule: JsonObject): Rule {
  const fields = get(rule, 'fields');
  const operand = get(rule, 'value');
  return {
    kind: text(rule, 'kind') ?? 'sentence',
    ...(isArray(fields) && { fields: fields.map(String) }),
    ...(isArray(operand) ? { value: operand.filter(isScalar) } : isScalar(operand) && { value: operand }),
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
