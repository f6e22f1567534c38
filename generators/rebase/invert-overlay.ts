/** Inverts an overlay: the overlay of B on A → the overlay of A on B, with its rules and the names of its differences. */
import { derive } from '../compare/index.js';
import { get, isArray, type Document, type Json, type OverlayAction, type OverlayFile } from '../document/index.js';
import { differenceNameOf, differencesOf, subjectsOf } from '../overlay/index.js';

export interface InvertInputs {
  /** The overlay to invert. Its rules and differences are preserved, since the directions of rules do not depend on the base. */
  readonly overlay: OverlayFile;
  /** The document that the overlay is applied to. */
  readonly from: Document;
  /** The document that the overlay makes. */
  readonly to: Document;
  /** The file of the inverted overlay. */
  readonly name: string;
  /** The base of the inverted overlay, as the overlay names it. */
  readonly extends: string;
}

const differenceKey = 'x-lading-difference';
const wireKey = 'x-lading-conversion-rules';

export function invertOverlay({ overlay, from, to, name, extends: base }: InvertInputs): OverlayFile {
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

/** Puts every rule, in order, on an action of its difference, or else on an action that changes the same schema or path. */
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
    const ownRules = rules.get(index);
    return ownRules === undefined ? action : { ...action, extensions: { ...action.extensions, [wireKey]: ownRules } };
  });
}

/** Whether both change a common schema or path. */
function touches(one: OverlayAction, other: OverlayAction): boolean {
  return subjectsOf(one).some((subject) => subjectsOf(other).includes(subject));
}

/** Whether the first changes all properties that the second changes. */
function touchesAll(one: OverlayAction, other: OverlayAction): boolean {
  const properties = propertiesOf(one);
  const wanted = propertiesOf(other);
  return wanted.length > 0 && wanted.every((property) => properties.includes(property));
}

function propertiesOf(action: OverlayAction): readonly string[] {
  const named = { ...action, extensions: { [differenceKey]: 'one' } };
  const info = { title: '', version: '' };
  return differencesOf({ name: '', overlay: '1.0.0', info, actions: [named] }).flatMap(({ properties }) => properties);
}

function differenceOf(action: OverlayAction): string {
  const name = get(action.extensions ?? {}, differenceKey);
  return typeof name === 'string' ? name : differenceNameOf(action);
}
