/**
 * Ports the changes between two published documents to our document of the first: a three-way merge of facts.
 *
 * Five trees are walked side by side: the published documents with our corrections (`before`, `after`), the same without
 * them (`rawBefore`, `rawAfter`), and ours. A change of the publisher shows with and without the corrections. A difference
 * that shows with the corrections only is no change: a correction no longer matches its mistake. Our value is
 * unchanged then, and the place is a conflict.
 */
import { get, isObject, objectOf, referredSchemas, type Json, type JsonObject } from '../document/index.js';
import { withInlineShapes } from './inline-shapes.js';
import { equalOrBothAbsent, isPublished } from './is-published.js';
import { mergeArray } from './merge-arrays.js';
import { asOpenEnum } from './as-open-enum.js';

/** Two published documents, with our corrections and as they were published. */
export interface PublishedChanges {
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly rawBefore: JsonObject;
  readonly rawAfter: JsonObject;
  /** The schemas that the later document renames: new name → former name. */
  readonly renamed: ReadonlyMap<string, string>;
  /** The keys of the root whose changes are ported; by default `tags`, `paths` and `components`, as far as ours has them. */
  readonly parts?: readonly string[];
  /** The note on everything new: the version that introduced it, or the first version without it. Absent if unknown. */
  readonly note?: { readonly key: 'x-lading-since' | 'x-lading-until'; readonly version: string };
}

/** A place where a change was not ported. */
export interface Conflict {
  /**
   * - `corrected`: the documents differ only after our corrections.
   * - `diverged`: ours had another value than the published document.
   */
  readonly kind: 'corrected' | 'diverged';
  readonly path: readonly string[];
  readonly before?: Json;
  readonly after?: Json;
}

/** Our document after the changes, and the changes that could not be ported. */
export interface PortedDocument {
  readonly root: JsonObject;
  readonly conflicts: readonly Conflict[];
}

/** The values of the input trees at one place. */
export interface MergeInputs {
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  readonly ours: Json | undefined;
  readonly rawBefore: Json | undefined;
  readonly rawAfter: Json | undefined;
  /** Whether the place exists in both documents without corrections, so that an absent value means that there is none. */
  readonly reached: boolean;
  /** For `required`: the properties that were added or removed, and therefore move here too. */
  readonly moved?: readonly string[];
}

/** The parts of a merge that are the same at every place. */
export interface MergeContext {
  readonly note: PublishedChanges['note'];
  readonly renamed: PublishedChanges['renamed'];
  readonly conflicts: Conflict[];
}

/** Ports the changes: facts become those of the later document, our texts are preserved, and no correction is undone. */
export function portChanges(ours: JsonObject, published: PublishedChanges): PortedDocument {
  const changes = withInlineShapes(ours, published);
  const context: MergeContext = { note: changes.note, renamed: changes.renamed, conflicts: [] };
  const part = (key: string): MergeInputs => ({
    before: get(changes.before, key),
    after: get(changes.after, key),
    ours: get(ours, key),
    rawBefore: get(changes.rawBefore, key),
    rawAfter: get(changes.rawAfter, key),
    reached: true,
  });
  const { parts = ['tags', 'paths', 'components'].filter((key) => Object.hasOwn(ours, key)) } = changes;
  const merged = parts.flatMap((key): readonly (readonly [string, Json])[] => {
    const value = mergeValue(part(key), [key], context);
    return value === undefined ? [] : [[key, value]];
  });
  const root = objectOf([...Object.entries(ours).filter(([key]) => !parts.includes(key)), ...merged]);
  return { root: restoreReferencedSchemas(root, ours), conflicts: context.conflicts };
}

/** Merges the values at one place. @returns undefined where no value remains */
export function mergeValue(place: MergeInputs, path: readonly string[], context: MergeContext): Json | undefined {
  if (equalOrBothAbsent(place.before, place.after)) return place.ours;
  const inputs = asOpenEnum(place);
  const { before, after, ours } = inputs;
  if (isObject(before) && isObject(after) && isObject(ours))
    return mergeObject(before, after, ours, inputs, path, context);
  const list = mergeArray(inputs, path, context, mergeValue);
  if (list !== undefined) return list.value;
  if (isCorrectionOnly(inputs)) return addConflict('corrected', inputs, path, context);
  if (equalOrBothAbsent(ours, after)) return ours;
  if (!isPublished(inputs, path) && !(isObject(ours) && after === undefined)) {
    return addConflict('diverged', inputs, path, context);
  }
  return before === undefined && after !== undefined ? withNote(after, path, context) : after;
}

function mergeObject(
  before: JsonObject,
  after: JsonObject,
  ours: JsonObject,
  { rawBefore, rawAfter }: MergeInputs,
  path: readonly string[],
  context: MergeContext,
): JsonObject {
  const keys = [...new Set([...Object.keys(ours), ...Object.keys(before), ...Object.keys(after)])];
  const areSchemas = /^(components\/schemas|definitions)$/.test(path.join('/'));
  const valueOf = areSchemas ? publishedSchema : propertyOf;
  // An inline schema is named after its place, which a correction may have moved: its absence means nothing.
  const reached = !areSchemas && isObject(rawBefore) && isObject(rawAfter);
  const entries = keys.flatMap((key): readonly (readonly [string, Json])[] => {
    // A renamed schema keeps its texts and its corrections.
    const former = (areSchemas && !Object.hasOwn(before, key) && context.renamed.get(key)) || key;
    const inputs: MergeInputs = {
      before: get(before, former),
      after: get(after, key),
      ours: get(ours, former),
      rawBefore: valueOf(rawBefore, former),
      rawAfter: valueOf(rawAfter, key),
      reached,
      ...(key === 'required' && { moved: movedProperties(before, after) }),
    };
    const value = mergeValue(inputs, [...path, key], context);
    return value === undefined ? [] : [[key, value]];
  });
  return withDeprecation(objectOf(entries), ours, context);
}

/** The properties that only one of two object schemas has. */
function movedProperties(before: JsonObject, after: JsonObject): readonly string[] {
  const [one, other] = [before, after].map((record) => {
    const properties = get(record, 'properties');
    return isObject(properties) ? Object.keys(properties) : [];
  });
  return [
    ...(one ?? []).filter((name) => !other?.includes(name)),
    ...(other ?? []).filter((name) => !one?.includes(name)),
  ];
}

/** Input variants are ours alone: the published counterpart is the schema for both directions. */
function publishedSchema(schemas: Json | undefined, name: string): Json | undefined {
  return propertyOf(schemas, name) ?? propertyOf(schemas, name.replace(/Input/, ''));
}

function propertyOf(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) ? get(value, key) : undefined;
}

/** Whether both documents are equal at the place without our corrections. */
function isCorrectionOnly({ rawBefore, rawAfter, reached }: MergeInputs): boolean {
  return (reached || rawBefore !== undefined) && equalOrBothAbsent(rawBefore, rawAfter);
}

function addConflict(
  kind: Conflict['kind'],
  { before, after, ours }: MergeInputs,
  path: readonly string[],
  context: MergeContext,
) {
  context.conflicts.push({
    kind,
    path,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  });
  return ours;
}

/** Adds the note to a new part of the API, if it is one that people look up. */
function withNote(value: Json, path: readonly string[], { note }: MergeContext): Json {
  const [holder] = path.slice(-2);
  const [first, , third] = path;
  const isNoted =
    holder === 'properties' ||
    holder === 'schemas' ||
    holder === 'definitions' ||
    holder === 'headers' ||
    holder === 'parameters'
      ? path.length > 1
      : first === 'paths' && path.length === 3 && third !== undefined;
  if (note === undefined || !isObject(value)) return value;
  if (first === 'paths' && path.length === 2) {
    return objectOf(
      Object.entries(value).map(([method, operation]) => [
        method,
        withNote(operation, [...path, method], { note, renamed: new Map(), conflicts: [] }),
      ]),
    );
  }
  return isNoted ? { ...value, [note.key]: note.version } : value;
}

/** Adds or removes the version of a deprecation together with the deprecation. */
function withDeprecation(merged: JsonObject, ours: JsonObject, { note }: MergeContext): JsonObject {
  const [was, is] = [get(ours, 'deprecated') === true, get(merged, 'deprecated') === true];
  if (was === is) return merged;
  if (!is) return objectOf(Object.entries(merged).filter(([key]) => !key.startsWith('x-lading-deprecated-')));
  return note?.key === 'x-lading-since' ? { ...merged, 'x-lading-deprecated-since': note.version } : merged;
}

/** Adds the schemas of the former document that the document references and lacks, and those that they reference. */
function restoreReferencedSchemas(root: JsonObject, former: JsonObject): JsonObject {
  const components = objectAt(root, 'components');
  const schemas = objectAt(components, 'schemas');
  const formerSchemas = objectAt(objectAt(former, 'components'), 'schemas');
  const wanted = new Set(referredSchemas(root));
  const restored: (readonly [string, Json])[] = [];
  // Iteration over a Set includes the entries added meanwhile.
  for (const name of wanted) {
    const schema = Object.hasOwn(schemas, name) ? undefined : get(formerSchemas, name);
    if (schema === undefined) continue;
    restored.push([name, schema]);
    for (const inner of referredSchemas(schema)) wanted.add(inner);
  }
  if (restored.length === 0) return root;
  return { ...root, components: { ...components, schemas: objectOf([...Object.entries(schemas), ...restored]) } };
}

function objectAt(object: JsonObject, key: string): JsonObject {
  const value = get(object, key);
  return isObject(value) ? value : {};
}
