/** Applies an overlay to a document, action by action, and insists that every action bites. */
import {
  at,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  type OverlayAction,
  type OverlayFile,
} from '../document/index.js';
import { LadingError, type ProblemCode } from '../problem/index.js';
import { removeAll, replaceAt, type Location } from './location.js';
import { mergeInto } from './merge.js';
import { select } from './select.js';

/**
 * The document that an overlay makes of another one; the given one stays as it is, and both share what no action touches.
 *
 * @throws LadingError `OVERLAY_NO_MATCH`, `OVERLAY_NO_CHANGE` or `OVERLAY_TARGET`, naming the file, the action and its target
 */
export function applyOverlay(document: JsonObject, overlay: OverlayFile): JsonObject {
  let root: JsonObject = document;
  for (const [index, action] of overlay.actions.entries()) {
    root = applyAction(root, action, { overlay, place: `${overlay.name}#/actions/${index}` });
  }
  return root;
}

interface Step {
  readonly overlay: OverlayFile;
  readonly place: string;
}

function applyAction(root: JsonObject, action: OverlayAction, step: Step): JsonObject {
  const locations = select(root, action.target, `${step.place}/target`);
  if (locations.length === 0) {
    throw problem(
      'OVERLAY_NO_MATCH',
      step.place,
      `${action.target} matches nothing`,
      'Correct the target, or drop the action',
    );
  }
  const edited =
    action.remove === true ? removed(root, locations, action, step) : updated(root, locations, action, step);
  if (edited === root) {
    throw problem(
      'OVERLAY_NO_CHANGE',
      step.place,
      `${action.target} already is what the action asks for`,
      'Drop the action, or correct it',
    );
  }
  return edited;
}

function removed(root: JsonObject, locations: readonly Location[], action: OverlayAction, step: Step): JsonObject {
  if (locations.some((location) => location.length === 0)) {
    throw problem(
      'OVERLAY_TARGET',
      step.place,
      `${action.target} removes the whole document`,
      'Target a part of the document',
    );
  }
  return asRoot(removeAll(root, locations), root);
}

function updated(root: JsonObject, locations: readonly Location[], action: OverlayAction, step: Step): JsonObject {
  const update = action.copy === undefined ? action.update : copied(root, action.copy, step);
  if (update === undefined) return root;
  const edit = (node: Json): Json => {
    if (isArray(node)) return [...node, update];
    if (isObject(node) && isObject(update)) return mergeInto(node, update);
    if (isObject(node)) {
      throw problem(
        'OVERLAY_TARGET',
        step.place,
        `${action.target} is an object, and the update is not`,
        'Write the update as an object',
      );
    }
    // Overlay 1.1 lets a primitive replace a primitive, 1.0 does not.
    if (step.overlay.overlay === '1.1.0' && !isObject(update) && !isArray(update)) return update;
    throw problem(
      'OVERLAY_TARGET',
      step.place,
      `${action.target} is neither an object nor an array`,
      'Target the object that contains it, and update that key',
    );
  };
  return asRoot(
    locations.reduce<Json>((tree, location) => replaceAt(tree, location, edit), root),
    root,
  );
}

function copied(root: JsonObject, source: string, step: Step): Json | undefined {
  const place = `${step.place}/copy`;
  const [location, ...others] = select(root, source, place);
  if (location === undefined)
    throw problem('OVERLAY_NO_MATCH', place, `${source} matches nothing`, 'Name the node to copy');
  if (others.length > 0) {
    throw problem('OVERLAY_TARGET', place, `${source} selects ${others.length + 1} nodes`, 'Name the one node to copy');
  }
  return at(root, location.map(String));
}

/** An edit of an object keeps it one: the root is never removed, and merging gives an object. */
function asRoot(tree: Json, root: JsonObject): JsonObject {
  return isObject(tree) ? tree : root;
}

function problem(code: ProblemCode, place: string, subject: string, remedy: string): LadingError {
  return new LadingError({ code, subject, place, remedy });
}
