/** Applies the actions of an overlay that match a document, although the overlay was written for another one. */
import { at, get, isArray, isObject, objectOf, type Json, type JsonObject } from '../document/index.js';
import type { OverlayAction, OverlayFile } from '../document/index.js';
import { LadingError } from '../diagnostics/index.js';
import { applyActions } from './apply-overlay.js';
import type { Location } from './document-draft.js';
import { Budget } from './path/budget.js';
import { select } from './path/select.js';

/** A target of an overlay without effect. */
export interface UnmatchedTarget {
  readonly target: string;
  /** `satisfied`: the document already has the value of the action. `absent`: the target does not exist. */
  readonly kind: 'satisfied' | 'absent';
}

/** A document after the matching actions. */
export interface PartialResult {
  readonly root: JsonObject;
  /** The actions, or parts of them, that took effect. All of them take effect on the same document again. */
  readonly actions: readonly OverlayAction[];
  readonly missed: readonly UnmatchedTarget[];
}

/**
 * Applies every action that matches and changes the document. An action never creates what it only describes: an absent
 * property stays absent, and so does the target of a copy without an original.
 */
export function applyPartial(document: JsonObject, overlay: OverlayFile): PartialResult {
  const first = attempt(document, overlay);
  const empty = new Set(first.missed.map(({ target }) => target));
  const actions = overlay.actions.flatMap((action) => withoutPlaces(action, empty));
  return actions.length === overlay.actions.length &&
    actions.every((action, index) => action === overlay.actions[index])
    ? first
    : attempt(document, { ...overlay, actions });
}

function attempt(document: JsonObject, overlay: OverlayFile): PartialResult {
  let root = document;
  const budget = new Budget();
  const [actions, missed]: [OverlayAction[], UnmatchedTarget[]] = [[], []];
  for (const whole of overlay.actions) {
    const { action, absent } = withoutAbsent(root, whole, overlay.name, budget);
    missed.push(...absent.map((target) => ({ target, kind: 'absent' as const })));
    if (action === undefined) continue;
    try {
      root = applyActions(root, { ...overlay, actions: [action] }, budget);
      actions.push(action);
    } catch (error) {
      if (!(error instanceof LadingError)) throw error;
      missed.push({ target: whole.target, kind: error.problem.code === 'OVERLAY_NO_CHANGE' ? 'satisfied' : 'absent' });
    }
  }
  return { root, actions, missed };
}

/** Removes the empty objects into which an action was to copy a node that does not exist. */
function withoutPlaces(action: OverlayAction, empty: ReadonlySet<string>): readonly OverlayAction[] {
  if (!isObject(action.update)) return [action];
  const entries = Object.entries(action.update);
  const left = entries.filter(([key, value]) => !isEmpty(value) || !empty.has(`${action.target}.${key}`));
  if (left.length === entries.length) return [action];
  return left.length === 0 ? [] : [{ ...action, update: objectOf(left) }];
}

function isEmpty(value: Json): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

/** Removes from an action what only describes absent properties, and returns the targets of those. */
function withoutAbsent(root: JsonObject, action: OverlayAction, name: string, budget: Budget) {
  if (!isObject(action.update)) return { action, absent: [] };
  const places = select(root, action.target, `${name}#/actions`, budget);
  const nodes = places.map((place) => at(root, place.map(String))).filter(isObject);
  const absent: string[] = [];
  const update = present(action.update, nodes, { path: action.target, key: lastOf(places), absent });
  if (update === action.update) return { action, absent };
  return { action: isEmpty(update) ? undefined : { ...action, update }, absent };
}

function lastOf([first = []]: readonly Location[]): string {
  return String(first.at(-1) ?? '');
}

interface UpdateContext {
  readonly path: string;
  /** The key whose values the nodes are: those of `properties` are properties. */
  readonly key: string;
  readonly absent: string[];
}

function present(update: JsonObject, nodes: readonly JsonObject[], { path, key, absent }: UpdateContext): JsonObject {
  let isUnchanged = true;
  const entries = Object.entries(update).flatMap(([name, value]): readonly (readonly [string, Json])[] => {
    const inner = nodes.map((node) => get(node, name)).filter((node) => node !== undefined);
    const at = `${path}.${name}`;
    if (key === 'properties' && inner.length === 0 && nodes.length > 0 && addsNoType(value)) {
      absent.push(at);
      isUnchanged = false;
      return [];
    }
    const next = isObject(value) ? present(value, inner.filter(isObject), { path: at, key: name, absent }) : value;
    isUnchanged &&= next === value;
    return isObject(value) && isEmpty(next) && !isEmpty(value) ? [] : [[name, next]];
  });
  const presentUpdate = isUnchanged ? update : objectOf(entries);
  return nodes.length === 0 ? presentUpdate : withoutAbsentNames(presentUpdate, nodes);
}

/** Removes the names of absent properties from `required`, unless the schema has `allOf`, whose parts may declare them. */
function withoutAbsentNames(update: JsonObject, nodes: readonly JsonObject[]): JsonObject {
  const required = get(update, 'required');
  const holders = [update, ...nodes].map((node) => get(node, 'properties')).filter((value) => value !== undefined);
  if (!isArray(required) || holders.length === 0 || nodes.some((node) => Object.hasOwn(node, 'allOf'))) return update;
  const left = required.filter((name) =>
    holders.some((holder) => isObject(holder) && Object.hasOwn(holder, String(name))),
  );
  if (left.length === required.length) return update;
  return objectOf(
    Object.entries(update).flatMap(([key, value]) =>
      key !== 'required' ? [[key, value] as const] : left.length === 0 ? [] : [[key, left] as const],
    ),
  );
}

/** Whether a schema only adds annotations or constraints to a value or its parts, without defining its type. */
function addsNoType(schema: Json): boolean {
  if (!isObject(schema) || typeKeywords.some((keyword) => Object.hasOwn(schema, keyword))) return false;
  const properties = get(schema, 'properties');
  const inner = [get(schema, 'items'), get(schema, 'additionalProperties')].filter((value) => value !== undefined);
  const all = [...inner, ...(isObject(properties) ? Object.values(properties) : [])];
  return !isEmpty(schema) && all.every((value) => addsNoType(value) || isEmpty(value));
}

const typeKeywords = ['type', '$ref', 'allOf', 'anyOf', 'oneOf', 'enum', 'const'];
