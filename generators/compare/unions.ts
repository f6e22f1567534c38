/** Compares unions. Options are matched by structure, so that their order and names do not matter. */
import type { Type } from '../ir/index.js';
import type { Comparison } from './comparison.js';
import type { ComparedPosition } from './pair.js';
import type { Side } from './side.js';
import { typeChanged } from './type-changed.js';

/** Either side may also be a single type, which counts as one option. */
export function compareUnions(comparison: Comparison, at: ComparedPosition, older: Type, newer: Type): void {
  const after = optionsOf(newer).map((type) => ({ type, signature: signatureOf(comparison.newer, type) }));
  const removedOptions: Type[] = [];
  const remainingOptions = [...after];
  const take = (fits: (signature: TypeSignature) => boolean): Type | undefined => {
    const index = remainingOptions.findIndex(({ signature }) => fits(signature));
    return index < 0 ? undefined : remainingOptions.splice(index, 1)[0]?.type;
  };
  const matches: (readonly [Type, Type])[] = [];
  const before = optionsOf(older).map((type) => ({ type, signature: signatureOf(comparison.older, type) }));
  const unmatched = before.filter(({ type, signature }) => {
    const match = take((other) => other.exact === signature.exact);
    if (match !== undefined) matches.push([type, match]);
    return match === undefined;
  });
  for (const { type, signature } of unmatched) {
    const match = take((other) => other.kind === signature.kind);
    if (match === undefined) removedOptions.push(type);
    else matches.push([type, match]);
  }
  matches.forEach(([one, other]) => comparison.values(at, one, other));
  if (removedOptions.length + remainingOptions.length === 0) return;
  const how = removedOptions.length === 0 ? 'wider' : remainingOptions.length === 0 ? 'narrower' : 'other';
  typeChanged(at, older, newer, how);
}

function optionsOf(type: Type): readonly Type[] {
  return type.kind === 'union' ? type.options : [type];
}

interface TypeSignature {
  readonly kind: string;
  /** The kind, with the names of the properties of an object. */
  readonly exact: string;
}

function signatureOf(side: Side, type: Type): TypeSignature {
  const resolved = side.resolve(type).type;
  if (resolved.kind === 'record') {
    return { kind: 'record', exact: JSON.stringify([...side.flat(resolved).fields.keys()].sort()) };
  }
  if (resolved.kind === 'enum') {
    return { kind: 'enum', exact: JSON.stringify(resolved.values.map(({ value }) => value).sort()) };
  }
  if (resolved.kind === 'array') return { kind: 'array', exact: `array ${side.resolve(resolved.items).type.kind}` };
  if (resolved.kind === 'map') return { kind: 'map', exact: `map ${side.resolve(resolved.values).type.kind}` };
  return { kind: resolved.kind, exact: resolved.kind };
}
