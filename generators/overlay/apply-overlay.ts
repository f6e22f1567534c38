/** Applies an overlay to a document. An action that matches or changes nothing is an error. */
import {
  at,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  type OverlayAction,
  type OverlayFile,
  equal,
  get,
} from '../document/index.js';
import { LadingError, type ProblemCode } from '../diagnostics/index.js';
import { DocumentDraft, type Location, type Replacement } from './document-draft.js';
import { Budget, shortened, withinBudget } from './path/budget.js';
import { select } from './path/select.js';

/**
 * Returns the document after the actions of an overlay. The given document is not changed; both share the parts that no action
 * changes.
 *
 * @throws LadingError `OVERLAY_NO_MATCH`, `OVERLAY_NO_CHANGE` or `OVERLAY_TARGET`, naming the file, the action and its target
 */
export function applyOverlay(document: JsonObject, overlay: OverlayFile): JsonObject {
  return applyActions(document, overlay, new Budget());
}

/** Does the same within the budget of a larger overlay. */
export function applyActions(document: JsonObject, overlay: OverlayFile, budget: Budget): JsonObject {
  const draft = new DocumentDraft(document);
  for (const [index, action] of overlay.actions.entries()) {
    applyAction(draft, action, { overlay, budget, place: `${overlay.name}#/actions/${index}` });
  }
  const root = draft.settled();
  // The root remains an object: it is never removed, and merging returns an object.
  return isObject(root) ? root : document;
}

interface ActionContext {
  readonly overlay: OverlayFile;
  readonly budget: Budget;
  readonly place: string;
}

function applyAction(draft: DocumentDraft, action: OverlayAction, context: ActionContext): void {
  const locations = select(draft.now, action.target, `${context.place}/target`, context.budget);
  if (locations.length === 0) {
    throw problem(
      'OVERLAY_NO_MATCH',
      context.place,
      `${shortened(action.target)} matches nothing`,
      'Correct the target, or remove the action',
    );
  }
  const hasChanged =
    action.remove === true ? remove(draft, locations, action, context) : update(draft, locations, action, context);
  if (!hasChanged) {
    throw problem(
      'OVERLAY_NO_CHANGE',
      context.place,
      `${shortened(action.target)} already has the value of the action`,
      'Remove the action, or correct it',
    );
  }
}

/** @returns whether anything has changed */
function remove(
  draft: DocumentDraft,
  locations: readonly Location[],
  action: OverlayAction,
  context: ActionContext,
): boolean {
  if (locations.some((location) => location.length === 0)) {
    throw problem(
      'OVERLAY_TARGET',
      context.place,
      `${shortened(action.target)} removes the whole document`,
      'Target a part of the document',
    );
  }
  draft.remove(locations);
  return true;
}

/** @returns whether anything has changed */
function update(
  draft: DocumentDraft,
  locations: readonly Location[],
  action: OverlayAction,
  context: ActionContext,
): boolean {
  const next = action.copy === undefined ? action.update : copied(draft, action.copy, context);
  if (next === undefined) return false;
  const depth = locations.reduce((deepest, { length }) => Math.max(deepest, length), 0);
  withinBudget(action.target, context.place, () => context.budget.spendTree(next, depth, locations.length));
  const edit: Replacement = (node, own) => {
    if (isArray(node)) return [...node, next];
    if (isObject(node) && isObject(next)) return mergeInto(node, next, own);
    if (isObject(node)) {
      throw problem(
        'OVERLAY_TARGET',
        context.place,
        `${shortened(action.target)} is an object, and the update is not`,
        'Write the update as an object',
      );
    }
    // Overlay 1.1 allows replacing a primitive by a primitive, 1.0 does not.
    if (context.overlay.overlay === '1.1.0' && !isObject(next) && !isArray(next))
      return next === node ? undefined : next;
    throw problem(
      'OVERLAY_TARGET',
      context.place,
      `${shortened(action.target)} is neither an object nor an array`,
      'Target the object that contains it, and update that key',
    );
  };
  return locations.map((location) => draft.replace(location, edit)).includes(true);
}

function copied(draft: DocumentDraft, source: string, context: ActionContext): Json | undefined {
  const place = `${context.place}/copy`;
  // The copied node is in two places, neither of which may be changed in place.
  const root = draft.settled();
  const [location, ...others] = select(root, source, place, context.budget);
  if (location === undefined)
    throw problem('OVERLAY_NO_MATCH', place, `${shortened(source)} matches nothing`, 'Select the node to copy');
  if (others.length > 0) {
    throw problem(
      'OVERLAY_TARGET',
      place,
      `${shortened(source)} selects ${others.length + 1} nodes`,
      'Select only the node to copy',
    );
  }
  return at(root, location.map(String));
}

function problem(code: ProblemCode, place: string, subject: string, remedy: string): LadingError {
  return new LadingError({ code, subject, place, remedy });
}

/**
 * Merges an update into an object: objects are merged key by key, arrays are concatenated, any other value is replaced.
 *
 * @param own the copies that no one else sees, which are changed in place; further copies are added
 * @returns the merged object, or undefined if nothing changes, so that an action without effect is detected
 */
function mergeInto(target: JsonObject, update: JsonObject, own: WeakSet<object>): JsonObject | undefined {
  let merged: JsonObject | undefined;
  for (const [key, value] of Object.entries(update)) {
    const present = get(target, key);
    const next = present === undefined ? value : mergeValue(present, value, own);
    if (next === undefined) continue;
    merged ??= own.has(target) ? target : { ...target };
    // An assignment to `__proto__` would set the prototype.
    Object.defineProperty(merged, key, { value: next, enumerable: true, configurable: true, writable: true });
  }
  if (merged !== undefined) own.add(merged);
  return merged;
}

/** Returns undefined if nothing changes. */
function mergeValue(present: Json, update: Json, own: WeakSet<object>): Json | undefined {
  if (isObject(present) && isObject(update)) return mergeInto(present, update, own);
  if (isArray(present) && isArray(update)) return update.length === 0 ? undefined : [...present, ...update];
  return equal(present, update) ? undefined : update;
}
