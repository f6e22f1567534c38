/** Compares unions. Options are matched by name, by structure and by kind, so that their order does not matter. */
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
  const { removed, added, matches } = matched(comparison, optionsOf(older), optionsOf(newer));
  for (const [one, other] of matches) comparison.options(at, one, other);
  if (older.kind === 'union' && newer.kind === 'union') {
    compareDiscriminators(at, older.discriminator, newer.discriminator);
  }
  if (removed + added === 0) return;
  const isWider = removed === 0 || comparison.newer.isAny(newer);
  const isNarrower = added === 0 || comparison.older.isAny(older);
  typeChanged(at, older, newer, isWider ? 'wider' : isNarrower ? 'narrower' : 'other');
}

/** Either side may also be a single type, which counts as one part: a value must match every part. */
export function compareIntersections(comparison: Comparison, at: ComparedPosition, older: Type, newer: Type): void {
  const { removed, added, matches } = matched(comparison, partsOf(older), partsOf(newer));
  for (const [one, other] of matches) comparison.values(at, one, other);
  if (older.kind === newer.kind) compareWholes(comparison, at, older, newer);
  if (removed + added === 0) return;
  typeChanged(at, older, newer, added === 0 ? 'wider' : removed === 0 ? 'narrower' : 'other');
}

/** Matches types, and counts those of each side that match none. */
function matched(comparison: Comparison, older: readonly Type[], newer: readonly Type[]): Matched {
  const remaining = newer.map((type) => ({ type, signature: signatureOf(comparison.newer, type) }));
  const take = (fits: (signature: TypeSignature) => boolean): Type | undefined => {
    const index = remaining.findIndex(({ signature }) => fits(signature));
    return index < 0 ? undefined : remaining.splice(index, 1)[0]?.type;
  };
  const matches: (readonly [Type, Type])[] = [];
  const before = older.map((type) => ({ type, signature: signatureOf(comparison.older, type) }));
  const unmatched = (['name', 'constants', 'exact', 'kind'] as const).reduce((left, part) => {
    return left.filter(({ type, signature }) => {
      const match = take((other) => {
        return (
          other[part] !== undefined &&
          other[part] === signature[part] &&
          (part === 'name' || !areApart(signature, other))
        );
      });
      if (match !== undefined) matches.push([type, match]);
      return match === undefined;
    });
  }, before);
  return { removed: unmatched.length, added: remaining.length, matches };
}

interface Matched {
  readonly removed: number;
  readonly added: number;
  readonly matches: readonly (readonly [Type, Type])[];
}

/** Whether the constants of two options tell them apart. */
function areApart({ constants: one }: TypeSignature, { constants: other }: TypeSignature): boolean {
  return one !== undefined && other !== undefined && one !== other;
}

function partsOf(type: Type): readonly Type[] {
  return type.kind === 'intersection' ? type.parts : [type];
}

function optionsOf(type: Type): readonly Type[] {
  return type.kind === 'union' ? type.options : [type];
}

interface TypeSignature {
  readonly kind: string;
  readonly name?: string | undefined;
  /** The properties with a single value, which tell options apart. */
  readonly constants?: string | undefined;
  /** The kind, with the names of the properties of an object. */
  readonly exact: string;
}

function signatureOf(side: Side, given: Type): TypeSignature {
  const { type } = side.resolve(given);
  return {
    kind: type.kind,
    name: side.nameOf(given),
    constants: constantsOf(side, type),
    exact: structureOf(side, type),
  };
}

function constantsOf(side: Side, type: Type): string | undefined {
  if (type.kind !== 'record') return undefined;
  const constants = [...side.flat(type).fields].flatMap(([name, field]) => {
    const value = side.resolve(field.type).type;
    const parts = value.kind === 'intersection' ? value.parts.map((part) => side.resolve(part).type) : [value];
    const constant = parts.find((part) => part.kind === 'enum' && part.values.length === 1);
    return constant?.kind === 'enum' ? [JSON.stringify([name, constant.values[0]?.value])] : [];
  });
  return constants.length === 0 ? undefined : constants.sort().join();
}

function structureOf(side: Side, type: Type): string {
  switch (type.kind) {
    case 'record':
      return JSON.stringify([...side.flat(type).fields.keys()].sort());
    case 'enum':
      return JSON.stringify(type.values.map(({ value }) => value).sort());
    case 'array':
      return `array ${side.resolve(type.items).type.kind}`;
    case 'map':
      return `map ${side.resolve(type.values).type.kind}`;
    default:
      return type.kind;
  }
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
