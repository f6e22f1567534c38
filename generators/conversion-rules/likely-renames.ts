/** Finds what may be the same value under another name: a question for a person, since documents never say so. */
import { conversionPath, nameInPath, type EnumType, type Type } from '../ir/index.js';
import type { DivergenceSite } from './divergence-sites.js';
import { resolved, type IndexedApi, type IndexedPair } from './message-types.js';
import { scalarType } from './scalar-type.js';

/** A property, parameter or header that each version names differently, or a value of an enum. */
export interface LikelyRename {
  readonly older: DivergenceSite;
  readonly newer: DivergenceSite;
  /** The name or value in the older version. */
  readonly from: string;
  /** The value in the newer version. */
  readonly to?: string;
}

/** Returns the pairs of places of which only one version has each, by equal types, and by names if several types are equal. */
export function likelyRenames(sites: readonly DivergenceSite[], versions: IndexedPair): readonly LikelyRename[] {
  const groups = new Map<string, DivergenceSite[]>();
  for (const site of sites) {
    const key = groupOf(site);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [site]);
    else group.push(site);
  }
  return [...groups.values()].flatMap((group) =>
    group[0]?.kind === 'values' ? renamedValues(group, versions) : renamedPlaces(group, versions),
  );
}

/** Returns what sites have in common that may be one place: the object around properties, the operation of parameters. */
function groupOf({ kind, at, path, operation, messageKind, entry, when }: DivergenceSite): string | undefined {
  if (entry === true || when.length > 0 || Object.keys(at).length === 0) return undefined;
  const location = at.body === undefined ? (at.query === undefined ? 'header' : 'query') : 'body';
  if (kind === 'values') return ['values', operation, messageKind, location, path].join(' ');
  if (kind !== 'only' || (location !== 'body' && at.path !== undefined)) return undefined;
  return [operation, messageKind, location, path.slice(0, path.length - nameInPath(nameOf(path)).length)].join(' ');
}

function renamedPlaces(group: readonly DivergenceSite[], { older, newer }: IndexedPair): readonly LikelyRename[] {
  const [before, after] = (['older', 'newer'] as const).map((side) => group.filter((site) => site.side === side));
  const typeOf = ({ types: [one, other] }: DivergenceSite) => textOf(one, older) + textOf(other, newer);
  const isAlone = (site: DivergenceSite, all: readonly DivergenceSite[] = []) =>
    all.filter((each) => typeOf(each) === typeOf(site)).length === 1;
  return (after ?? []).flatMap((site): readonly LikelyRename[] => {
    const alike = (before ?? []).filter((each) => typeOf(each) === typeOf(site) && each.required === site.required);
    const named = alike.filter((each) => areSimilar(nameOf(each.path), nameOf(site.path)));
    const [match] = named.length > 0 ? named : isAlone(site, after) ? alike : [];
    const isClear = match !== undefined && (named.length === 1 || isAlone(match, before));
    return isClear ? [{ older: match, newer: site, from: nameOf(match.path) }] : [];
  });
}

/** A single value that each version has instead of one of the other. */
function renamedValues(group: readonly DivergenceSite[], { older, newer }: IndexedPair): readonly LikelyRename[] {
  const [one, other] = (['older', 'newer'] as const).map((side) => group.find((site) => site.side === side));
  if (one === undefined || other === undefined) return [];
  const values = [one.types[0] && enumOf(one.types[0], older), one.types[1] && enumOf(one.types[1], newer)] as const;
  const only = (of: EnumType | undefined, rest: EnumType | undefined) =>
    (of?.values ?? []).flatMap(({ value }) =>
      typeof value === 'string' && !(rest?.values ?? []).some((each) => each.value === value) ? [value] : [],
    );
  const [[from, ...more], [to, ...others]] = [only(values[0], values[1]), only(values[1], values[0])];
  if (from === undefined || to === undefined || more.length + others.length > 0) return [];
  return [{ older: one, newer: other, from, to }];
}

function enumOf(type: Type, api: IndexedApi): EnumType | undefined {
  const scalar = scalarType(api, resolved(api, type).type);
  return scalar.kind === 'enum' ? scalar : undefined;
}

function textOf(type: Type | undefined, api: IndexedApi): string {
  if (type === undefined) return '';
  const { type: inner, nullable, names } = resolved(api, type);
  return `${nullable} ${names.length > 0 ? names.join(' ') : JSON.stringify(inner)}`;
}

function nameOf(path: string): string {
  const last = conversionPath(path).at(-1) ?? '';
  return ['[]', '{}'].includes(last) ? '' : last;
}

/** Whether two names share a word: `pickup_date` and `pickupDay`. */
function areSimilar(one: string, other: string): boolean {
  const wordsOf = (name: string) =>
    name
      .split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u)
      .map((word) => word.toLowerCase())
      .filter((word) => word.length > 2);
  const words = wordsOf(other);
  return wordsOf(one).some((word) => words.includes(word));
}
