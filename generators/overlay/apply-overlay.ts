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
import { LadingError, type ProblemCode } from '../diagnostics/index.js';
import { Draft, type Location } from './draft.js';
import { mergeInto } from './merge.js';
import { select } from './select.js';

/**
 * The document that an overlay makes of another one; the given one stays as it is, and both share what no action touches.
 *
 * @throws LadingError `OVERLAY_NO_MATCH`, `OVERLAY_NO_CHANGE` or `OVERLAY_TARGET`, naming the file, the action and its target
 */
export function applyOverlay(document: JsonObject, overlay: OverlayFile): JsonObject {
  const draft = new Draft(document);
  for (const [index, action] of overlay.actions.entries()) {
    applyAction(draft, action, { overlay, place: `${overlay.name}#/actions/${index}` });
  }
  const root = draft.settled();
  // An edit of an object keeps it one: the root is never removed, and merging gives an object.
  return isObject(root) ? root : document;
}

interface Step {
  readonly overlay: OverlayFile;
  readonly place: string;
}

function applyAction(draft: Draft, action: OverlayAction, step: Step): void {
  const locations = select(draft.now, action.target, `${step.place}/target`);
  if (locations.length === 0) {
    throw problem(
      'OVERLAY_NO_MATCH',
      step.place,
      `${action.target} matches nothing`,
      'Correct the target, or drop the action',
    );
  }
  const bites =
    action.remove === true ? remove(draft, locations, action, step) : update(draft, locations, action, step);
  if (!bites) {
    throw problem(
      'OVERLAY_NO_CHANGE',
      step.place,
      `${action.target} already is what the action asks for`,
      'Drop the action, or correct it',
    );
  }
}

/** @returns whether anything is another than before */
function remove(draft: Draft, locations: readonly Location[], action: OverlayAction, step: Step): boolean {
  if (locations.some((location) => location.length === 0)) {
    throw problem(
      'OVERLAY_TARGET',
      step.place,
      `${action.target} removes the whole document`,
      'Target a part of the document',
    );
  }
  draft.remove(locations);
  return true;
}

/** @returns whether anything is another than before */
function update(draft: Draft, locations: readonly Location[], action: OverlayAction, step: Step): boolean {
  const next = action.copy === undefined ? action.update : copied(draft, action.copy, step);
  if (next === undefined) return false;
  const edit = (node: Json): Json => {
    if (isArray(node)) return [...node, next];
    if (isObject(node) && isObject(next)) return mergeInto(node, next);
    if (isObject(node)) {
      throw problem(
        'OVERLAY_TARGET',
        step.place,
        `${action.target} is an object, and the update is not`,
        'Write the update as an object',
      );
    }
    // Overlay 1.1 lets a primitive replace a primitive, 1.0 does not.
    if (step.overlay.overlay === '1.1.0' && !isObject(next) && !isArray(next)) return next;
    throw problem(
      'OVERLAY_TARGET',
      step.place,
      `${action.target} is neither an object nor an array`,
      'Target the object that contains it, and update that key',
    );
  };
  return locations.map((location) => draft.replace(location, edit)).includes(true);
}

function copied(draft: Draft, source: string, step: Step): Json | undefined {
  const place = `${step.place}/copy`;
  // The copy stands in two places: neither may be edited in place.
  const root = draft.settled();
  const [location, ...others] = select(root, source, place);
  if (location === undefined)
    throw problem('OVERLAY_NO_MATCH', place, `${source} matches nothing`, 'Name the node to copy');
  if (others.length > 0) {
    throw problem('OVERLAY_TARGET', place, `${source} selects ${others.length + 1} nodes`, 'Name the one node to copy');
  }
  return at(root, location.map(String));
}

function problem(code: ProblemCode, place: string, subject: string, remedy: string): LadingError {
  return new LadingError({ code, subject, place, remedy });
}
