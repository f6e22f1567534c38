/** The overlay of a newer version on an older one → the overlay of the older on the newer, with all that was said. */
import { derive } from '../../compare/index.js';
import { get, isArray, type Document, type Json, type OverlayAction, type OverlayFile } from '../../document/index.js';
import { differencesOf } from '../../overlay/index.js';
import { differenceNameOf, subjectsOf } from '../bump/differences.js';

export interface Inversion {
  /** The overlay as it is, whose rules and differences stay: up and down mean the same both ways. */
  readonly overlay: OverlayFile;
  /** What it is applied to, and what it makes. */
  readonly from: Document;
  readonly to: Document;
  /** Of the inverted overlay. */
  readonly name: string;
  readonly extends: string;
}

const differenceKey = 'x-lading-difference';
const wireKey = 'x-lading-wire';

export function inverted({ overlay, from, to, name, extends: base }: Inversion): OverlayFile {
  const { version } = from;
  const derived = derive(to, from, { name, extends: base, version, title: `API version ${version}` });
  const actions = derived.actions.map((action): OverlayAction => {
    const difference =
      overlay.actions.find((other) => touchesAll(other, action)) ??
      overlay.actions.find((other) => touches(other, action));
    return { ...action, extensions: { [differenceKey]: differenceOf(difference ?? action) } };
  });
  return { ...derived, actions: withRules(actions, overlay.actions) };
}

/** Every rule, in its order, on an action of its difference; where none is left, on one that touches the same. */
function withRules(actions: readonly OverlayAction[], former: readonly OverlayAction[]): readonly OverlayAction[] {
  const rules = new Map<number, Json[]>();
  for (const action of former) {
    const wire = get(action.extensions ?? {}, wireKey);
    if (!isArray(wire)) continue;
    const places = [
      actions.findIndex((other) => differenceOf(other) === differenceOf(action)),
      actions.findIndex((other) => touches(other, action)),
    ];
    const place = places.find((index) => index >= 0) ?? 0;
    rules.set(place, [...(rules.get(place) ?? []), ...wire]);
  }
  return actions.map((action, index) => {
    const own = rules.get(index);
    return own === undefined ? action : { ...action, extensions: { ...action.extensions, [wireKey]: own } };
  });
}

/** Whether both change the same shape or path, */
function touches(one: OverlayAction, other: OverlayAction): boolean {
  return subjectsOf(one).some((subject) => subjectsOf(other).includes(subject));
}

/** and all members that the second changes. */
function touchesAll(one: OverlayAction, other: OverlayAction): boolean {
  const members = membersOf(one);
  const wanted = membersOf(other);
  return wanted.length > 0 && wanted.every((member) => members.includes(member));
}

function membersOf(action: OverlayAction): readonly string[] {
  const named = { ...action, extensions: { [differenceKey]: 'one' } };
  const info = { title: '', version: '' };
  return differencesOf({ name: '', overlay: '1.0.0', info, actions: [named] }).flatMap(({ members }) => members);
}

function differenceOf(action: OverlayAction): string {
  const name = get(action.extensions ?? {}, differenceKey);
  return typeof name === 'string' ? name : differenceNameOf(action);
}
