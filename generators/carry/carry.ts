/**
 * Carries the facts that changed between two published documents over to our document of the first.
 *
 * Five trees are walked side by side: the published documents after our patches (`before`, `after`), the same without
 * them (`rawBefore`, `rawAfter`), and ours. What the publisher changed differs with and without the patches. What
 * differs with them only is no change but a patch that does not reach its mistake any more: ours stays, and it is told.
 */
import { equal, get, isObject, objectOf, type Json, type JsonObject } from '../document/index.js';
import { carriedList } from './lists.js';
import { opened } from './opened.js';
import { withReferred } from './referred.js';

export interface Step {
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly rawBefore: JsonObject;
  readonly rawAfter: JsonObject;
  /** Shapes that are called otherwise after the step: new name → former one. */
  readonly renamed: ReadonlyMap<string, string>;
  /** Written beside what is new: the version that brought it, or the first without it, where that is known. */
  readonly note?: { readonly key: 'x-lading-since' | 'x-lading-until'; readonly version: string };
}

/** A place where a fact was not carried over. */
export interface Doubt {
  /** `returned`: only our patch differs. `parted`: ours had another value than the published document. */
  readonly kind: 'returned' | 'parted';
  readonly path: readonly string[];
  readonly before?: Json;
  readonly after?: Json;
}

export interface Carried {
  readonly root: JsonObject;
  readonly doubts: readonly Doubt[];
}

/** What stands at one place of the five trees. */
export interface Five {
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  readonly ours: Json | undefined;
  readonly rawBefore: Json | undefined;
  readonly rawAfter: Json | undefined;
  /** Whether both documents without patches reach the place, so that absence tells something. */
  readonly reached: boolean;
  /** Of a list of required members: those that came or went as members, and so do here. */
  readonly moved?: readonly string[];
}

/** What a walk knows besides the place. */
export interface Walk {
  readonly note: Step['note'];
  readonly renamed: Step['renamed'];
  readonly doubts: Doubt[];
}

/** Our document after the step: facts as published, words as ours, and no patch undone. */
export function carry(ours: JsonObject, step: Step): Carried {
  const walk: Walk = { note: step.note, renamed: step.renamed, doubts: [] };
  const part = (key: string): Five => ({
    before: get(step.before, key),
    after: get(step.after, key),
    ours: get(ours, key),
    rawBefore: get(step.rawBefore, key),
    rawAfter: get(step.rawAfter, key),
    reached: true,
  });
  const carried = (['tags', 'paths', 'components'] as const).map(
    (key) => [key, carriedValue(part(key), [key], walk) ?? null] as const,
  );
  const root = objectOf([...Object.entries(ours), ...carried.filter(([key]) => Object.hasOwn(ours, key))]);
  return { root: withReferred(root, ours), doubts: walk.doubts };
}

/** What ours becomes at one place; undefined where nothing stays. */
export function carriedValue(place: Five, path: readonly string[], walk: Walk): Json | undefined {
  if (equalOrBothAbsent(place.before, place.after)) return place.ours;
  const five = opened(place);
  const { before, after, ours } = five;
  if (isObject(before) && isObject(after) && isObject(ours))
    return carriedObject(before, after, ours, five, path, walk);
  const list = carriedList(five, path, walk, carriedValue);
  if (list !== undefined) return list.value;
  if (isPatchOnly(five)) return doubted('returned', five, path, walk);
  if (equalOrBothAbsent(ours, after)) return ours;
  if (!equalOrBothAbsent(ours, before) && !(isObject(ours) && after === undefined)) {
    return doubted('parted', five, path, walk);
  }
  return before === undefined && after !== undefined ? noted(after, path, walk) : after;
}

function carriedObject(
  before: JsonObject,
  after: JsonObject,
  ours: JsonObject,
  { rawBefore, rawAfter }: Five,
  path: readonly string[],
  walk: Walk,
): JsonObject {
  const keys = [...new Set([...Object.keys(ours), ...Object.keys(before), ...Object.keys(after)])];
  const isShapes = path.join('/') === 'components/schemas';
  const known = isShapes ? published : member;
  // Shapes without a name are called after their place, which a patch may have moved: absence tells nothing of them.
  const reached = !isShapes && isObject(rawBefore) && isObject(rawAfter);
  const entries = keys.flatMap((key): readonly (readonly [string, Json])[] => {
    // A shape with another name is still the same: its texts and corrections go with it.
    const former = (isShapes && !Object.hasOwn(before, key) && walk.renamed.get(key)) || key;
    const five: Five = {
      before: get(before, former),
      after: get(after, key),
      ours: get(ours, former),
      rawBefore: known(rawBefore, former),
      rawAfter: known(rawAfter, key),
      reached,
      ...(key === 'required' && { moved: movedMembers(before, after) }),
    };
    const value = carriedValue(five, [...path, key], walk);
    return value === undefined ? [] : [[key, value]];
  });
  return withDeprecation(objectOf(entries), before, after, walk);
}

/** Members that only one of two records has. */
function movedMembers(before: JsonObject, after: JsonObject): readonly string[] {
  const [one, other] = [before, after].map((record) => {
    const properties = get(record, 'properties');
    return isObject(properties) ? Object.keys(properties) : [];
  });
  return [
    ...(one ?? []).filter((name) => !other?.includes(name)),
    ...(other ?? []).filter((name) => !one?.includes(name)),
  ];
}

/** A twin for requests is ours alone: what was published of it is the shape that serves both. */
function published(schemas: Json | undefined, name: string): Json | undefined {
  return member(schemas, name) ?? member(schemas, name.replace(/Input/, ''));
}

function member(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) ? get(value, key) : undefined;
}

/** Whether the publisher says the same in both documents, where he says anything at all. */
function isPatchOnly({ rawBefore, rawAfter, reached }: Five): boolean {
  return (reached || rawBefore !== undefined) && equalOrBothAbsent(rawBefore, rawAfter);
}

function doubted(kind: Doubt['kind'], { before, after, ours }: Five, path: readonly string[], walk: Walk) {
  walk.doubts.push({ kind, path, ...(before !== undefined && { before }), ...(after !== undefined && { after }) });
  return ours;
}

/** What is new says since when, where it is a thing that people look up. */
function noted(value: Json, path: readonly string[], { note }: Walk): Json {
  const [holder] = path.slice(-2);
  const [first, , third] = path;
  const isThing =
    holder === 'properties' || holder === 'schemas' || holder === 'headers' || holder === 'parameters'
      ? path.length > 1
      : first === 'paths' && path.length === 3 && third !== undefined;
  if (note === undefined || !isObject(value)) return value;
  if (first === 'paths' && path.length === 2) {
    return objectOf(
      Object.entries(value).map(([method, operation]) => [
        method,
        noted(operation, [...path, method], { note, renamed: new Map(), doubts: [] }),
      ]),
    );
  }
  return isThing ? { ...value, [note.key]: note.version } : value;
}

/** Since when something is deprecated goes with the deprecation. */
function withDeprecation(ours: JsonObject, before: JsonObject, after: JsonObject, { note }: Walk): JsonObject {
  const [was, is] = [get(before, 'deprecated') === true, get(after, 'deprecated') === true];
  if (was === is || isObject(get(ours, 'deprecated'))) return ours;
  const rest = Object.entries(ours).filter(([key]) => !key.startsWith('x-lading-deprecated-'));
  if (!is) return objectOf(rest);
  return note?.key === 'x-lading-since' ? { ...ours, 'x-lading-deprecated-since': note.version } : ours;
}

function equalOrBothAbsent(one: Json | undefined, other: Json | undefined): boolean {
  return one === undefined || other === undefined ? one === other : equal(one, other);
}
