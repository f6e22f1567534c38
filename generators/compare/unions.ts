/** Compares unions. Options are matched by structure, so that their order and names do not matter. */
import type { Type } from '../ir/index.js';
import type { Comparison } from './comparison.js';
import { compareDiscriminators } from './discriminators.js';
import { compareWholes } from './object-constraints.js';
import type { ComparedPosition } from './pair.js';
import type { Side } from './side.js';
import { effectOf, type Movement } from './breaking-changes.js';
import { factsOfType } from './facts.js';
import { code, describe } from './sentence-parts.js';

/** Either side may also be a single type, which counts as one option. */
export function compareUnions(comparison: Comparison, at: ComparedPosition, older: Type, newer: Type): void {
  const { removed, added } = compareMatching(comparison, at, optionsOf(older), optionsOf(newer));
  if (older.kind === 'union' && newer.kind === 'union') {
    compareDiscriminators(at, older.discriminator, newer.discriminator);
  }
  if (removed + added === 0) return;
  typeChanged(at, older, newer, removed === 0 ? 'wider' : added === 0 ? 'narrower' : 'other');
}

/** Either side may also be a single type, which counts as one part: a value must match every part. */
export function compareIntersections(comparison: Comparison, at: ComparedPosition, older: Type, newer: Type): void {
  const { removed, added } = compareMatching(comparison, at, partsOf(older), partsOf(newer));
  if (older.kind === newer.kind) compareWholes(comparison, at, older, newer);
  if (removed + added === 0) return;
  typeChanged(at, older, newer, added === 0 ? 'wider' : removed === 0 ? 'narrower' : 'other');
}

/** Matches types by structure and compares those that match. @returns how many of each side match none */
function compareMatching(
  comparison: Comparison,
  at: ComparedPosition,
  older: readonly Type[],
  newer: readonly Type[],
): { readonly removed: number; readonly added: number } {
  const remaining = newer.map((type) => ({ type, signature: signatureOf(comparison.newer, type) }));
  const take = (fits: (signature: TypeSignature) => boolean): Type | undefined => {
    const index = remaining.findIndex(({ signature }) => fits(signature));
    return index < 0 ? undefined : remaining.splice(index, 1)[0]?.type;
  };
  const matches: (readonly [Type, Type])[] = [];
  const before = older.map((type) => ({ type, signature: signatureOf(comparison.older, type) }));
  const unmatched = before.filter(({ type, signature }) => {
    const match = take((other) => other.exact === signature.exact);
    if (match !== undefined) matches.push([type, match]);
    return match === undefined;
  });
  let removed = 0;
  for (const { type, signature } of unmatched) {
    const match = take((other) => other.kind === signature.kind);
    if (match === undefined) removed += 1;
    else matches.push([type, match]);
  }
  matches.forEach(([one, other]) => comparison.values(at, one, other));
  return { removed, added: remaining.length };
}

function partsOf(type: Type): readonly Type[] {
  return type.kind === 'intersection' ? type.parts : [type];
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

/** Reports that the type of a value changed. */
export function typeChanged(at: ComparedPosition, older: Type, newer: Type, how: Movement): void {
  const [before, after] = [describe(older), describe(newer)];
  const change = before === after ? 'changed' : `changed from ${code(before)} to ${code(after)}`;
  at.pair.findings.push({
    kind: 'type',
    subject: at.subject,
    place: at.place,
    before: factsOfType(older),
    after: factsOfType(newer),
    effect: effectOf(how),
    say: () => `The type of ${at.label} ${change}.`,
  });
}
