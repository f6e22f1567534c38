/** What an overlay says without what it says of things that are not there. */
import {
  at,
  get,
  isArray,
  isObject,
  objectOf,
  segmentsOf,
  type Json,
  type JsonObject,
  type OverlayFile,
} from '../../document/index.js';

/** Whether a reference leads anywhere. */
export function leadsIn(root: JsonObject): Leads {
  const known = new Map<string, boolean>();
  return (reference) => {
    const leads = known.get(reference) ?? at(root, segmentsOf(reference.slice(1))) !== undefined;
    known.set(reference, leads);
    return leads;
  };
}

type Leads = (reference: string) => boolean;

/** Without references to what neither the document nor a patch has: what they speak of is not there either. */
export function withLeading(overlay: OverlayFile, leads: Leads): OverlayFile {
  const actions = overlay.actions.flatMap((action) => {
    const update = action.update === undefined ? undefined : leading(action.update, leads);
    if (update === action.update) return [action];
    return update === undefined ? [] : [{ ...action, update }];
  });
  return actions.length === overlay.actions.length && actions.every((one, index) => one === overlay.actions[index])
    ? overlay
    : { ...overlay, actions };
}

/** The value itself where every reference leads; undefined where nothing is left of it. */
function leading(value: Json, leads: Leads): Json | undefined {
  if (!isArray(value) && !isObject(value)) return value;
  const reference = isObject(value) ? get(value, '$ref') : undefined;
  if (typeof reference === 'string' && reference.startsWith('#/') && !leads(reference)) return undefined;
  const entries = Object.entries(value as Readonly<Record<string, Json>>);
  const left = entries.flatMap(([key, inner]) => {
    const next = leading(inner, leads);
    return next === undefined ? [] : [[key, next] as const];
  });
  if (left.length === entries.length && left.every(([, next], index) => next === entries[index]?.[1])) return value;
  if (left.length === 0) return undefined;
  return isArray(value) ? left.map(([, next]) => next) : objectOf(left);
}
