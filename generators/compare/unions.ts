/** Compares unions. Options are matched by structure, so that their order and names do not matter. */
import type { Type } from '../ir/index.js';
import type { Comparison } from './comparison.js';
import type { At } from './pair.js';
import type { Side } from './side.js';
import { typeChanged } from './type-changed.js';

/** Either side may also be a single type, which counts as one option. */
export function compareUnions(comparison: Comparison, at: At, older: Type, newer: Type): void {
  const after = optionsOf(newer).map((type) => ({ type, looks: look(comparison.newer, type) }));
  const gone: Type[] = [];
  const left = [...after];
  const take = (fits: (looks: Look) => boolean): Type | undefined => {
    const index = left.findIndex(({ looks }) => fits(looks));
    return index < 0 ? undefined : left.splice(index, 1)[0]?.type;
  };
  const matches: (readonly [Type, Type])[] = [];
  const before = optionsOf(older).map((type) => ({ type, looks: look(comparison.older, type) }));
  const unlike = before.filter(({ type, looks }) => {
    const match = take((other) => other.exact === looks.exact);
    if (match !== undefined) matches.push([type, match]);
    return match === undefined;
  });
  for (const { type, looks } of unlike) {
    const match = take((other) => other.kind === looks.kind);
    if (match === undefined) gone.push(type);
    else matches.push([type, match]);
  }
  matches.forEach(([one, other]) => comparison.values(at, one, other));
  if (gone.length + left.length === 0) return;
  const how = gone.length === 0 ? 'wider' : left.length === 0 ? 'narrower' : 'other';
  typeChanged(at, older, newer, how);
}

function optionsOf(type: Type): readonly Type[] {
  return type.kind === 'union' ? type.options : [type];
}

interface Look {
  readonly kind: string;
  /** The kind, with the names of the properties of an object. */
  readonly exact: string;
}

function look(side: Side, type: Type): Look {
  const resolved = side.resolve(type).type;
  if (resolved.kind === 'record') {
    return { kind: 'record', exact: JSON.stringify([...side.flat(resolved).fields.keys()].sort()) };
  }
  if (resolved.kind === 'enum') {
    return { kind: 'enum', exact: JSON.stringify(resolved.values.map(({ value }) => value).sort()) };
  }
  if (resolved.kind === 'list') return { kind: 'list', exact: `list ${side.resolve(resolved.items).type.kind}` };
  if (resolved.kind === 'map') return { kind: 'map', exact: `map ${side.resolve(resolved.values).type.kind}` };
  return { kind: resolved.kind, exact: resolved.kind };
}
