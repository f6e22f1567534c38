/** Groups undecided conversions: what concerns one property of a schema is decided once, wherever messages contain it. */
import {
  joinedPath,
  nameInPath,
  type ConversionDirection,
  type ConvertedSite,
  type ConvertedValue,
  type PlainPlace,
  type Type,
} from '../ir/index.js';
import type { DivergenceSite } from './divergence-sites.js';
import { likelyRenames, type LikelyRename } from './likely-renames.js';
import { resolved, type IndexedApi, type IndexedPair } from './message-types.js';
import type { UndecidedSite } from './undecided.js';

/** A difference that someone has to decide, for one direction. */
export interface Decision {
  /** The first of its places: `Pet.state`; the ID of the operation, if no rule can name the place. */
  readonly name: string;
  readonly direction: ConversionDirection;
  /** What is undecided, as a clause. */
  readonly question: string;
  /** The rules that can decide it, if not all of them can. */
  readonly remedy?: string;
  /** Every place: `Pet.state`, `query limit`, `header X-Total`. */
  readonly places: readonly string[];
  /** The place as a rule of an overlay names it, one for each rule that is needed: `{ schema: Pet.state }`. */
  readonly at: readonly string[];
  readonly operations: readonly string[];
  /** A rule that decides it in every direction, if the other version only has another name for the value. */
  readonly rename?: string;
  /** Whether only code around the operation can decide it. */
  readonly isWhole: boolean;
  readonly sites: readonly ConvertedSite[];
  readonly value: ConvertedValue;
}

/** Returns one decision for all undecided conversions of equal types in properties of the same name, by direction. */
export function decisionsOf(
  undecided: readonly UndecidedSite[],
  sites: readonly DivergenceSite[],
  versions: IndexedPair,
): readonly Decision[] {
  const renames = undecided.length === 0 ? [] : likelyRenames(sites, versions);
  const keyOf = keysIn(versions);
  const groups = new Map<string, UndecidedSite[]>();
  for (const one of undecided) {
    const key = `${one.direction} ${keyOf(one.site)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups.values()].map((group) => decisionOf(group, renames, versions));
}

function decisionOf(
  group: readonly UndecidedSite[],
  renames: readonly LikelyRename[],
  versions: IndexedPair,
): Decision {
  const [first] = group as readonly [UndecidedSite, ...UndecidedSite[]];
  const sites = group.map(({ site }) => site);
  const places = distinct(sites.map((site) => placeIn(site, versions)));
  const { direction, remedy } = first;
  return {
    name: places[0] ?? '',
    direction,
    question: distinct(group.map(({ question }) => question)).join(', and '),
    ...(remedy !== undefined && { remedy }),
    places,
    at: rulePlaces(sites, versions),
    ...renameFor(sites, renames, versions),
    operations: distinct(sites.map(({ operation }) => operation)),
    isWhole: isWhole(first.site),
    sites: convertedSites(sites),
    value: { types: first.site.types, owners: ownersOf(sites), absent: sites.some(isRequired) },
  };
}

/** Returns the rule by which the places have their names of the other version, as a line of an overlay. */
function renameFor(
  sites: readonly DivergenceSite[],
  renames: readonly LikelyRename[],
  versions: IndexedPair,
): Pick<Decision, 'rename'> {
  const found = renames.find(({ older, newer }) => sites.includes(older) || sites.includes(newer));
  if (found === undefined) return {};
  const { newer, to } = found;
  const { header } = newer.at;
  // Requests and responses may spell a header differently.
  const from = header === undefined ? found.from : found.from.toLowerCase();
  const place = header === undefined ? newer.at : { header: header.toLowerCase() };
  const [at = ''] = rulePlaces([{ ...newer, at: place }], versions);
  const value = to === undefined ? '' : `, to: ${scalar(to)}`;
  return { rename: `{ rule: rename, at: ${at}, from: ${scalar(from)}${value} }` };
}

/** Returns each place once, though versions may differ in several ways there. */
function convertedSites(sites: readonly DivergenceSite[]): readonly ConvertedSite[] {
  const places = sites.map(({ operation, at, when }) => ({ operation, at, when }));
  return [...new Map(places.map((each) => [JSON.stringify(each), each])).values()];
}

/** Whether one version requires what the other may lack, so that there is something to decide where there is no value. */
function isRequired({ kind, required }: DivergenceSite): boolean {
  return kind === 'always' || (kind === 'only' && required);
}

/** Returns the schemas of which the places are properties; none if they are entries, or schemas as a whole. */
function ownersOf(sites: readonly DivergenceSite[]): ConvertedValue['owners'] {
  if (sites.some((site) => /^$|^[[{]|(?<!\\)(?:\.|\[\]|\{\})/.test(within(site)))) return [];
  return [...new Map(sites.map(({ owner: { names } }) => [names.join(' '), names])).values()];
}

/** Whether no rule can name the place: a media type, a status, a part of the path, a cookie. */
function isWhole({ kind, at }: DivergenceSite): boolean {
  return kind === 'content' || Object.keys(at).length === 0;
}

function keysIn({ older, newer }: IndexedPair): (site: DivergenceSite) => string {
  const texts = new Map<Type, string>();
  const textOf = (type: Type | undefined, api: IndexedApi): string => {
    if (type === undefined) return '';
    const { type: inner, nullable } = resolved(api, type);
    const text = texts.get(inner) ?? JSON.stringify({ ...inner, nullable: false });
    texts.set(inner, text);
    return `${nullable} ${text}`;
  };
  return (site) => {
    if (isWhole(site)) return `message ${site.operation}`;
    const { types, at, when, kind } = site;
    // Unions of the same variants are converted in the same way, whatever has them as its type.
    const isUnion = kind === 'variants' && at.body !== undefined;
    const of = isUnion
      ? ''
      : hasOwner(site)
        ? (within(site)
            .split(/(?<!\\)\./)
            .at(-1) ?? '')
        : JSON.stringify(at);
    const all = [textOf(types[0], older), textOf(types[1], newer)];
    // Whether null is allowed is decided where a property has the schema as its type.
    const parts = of === '' ? all.map((text) => text.replace(/^\w+ /, '')) : all;
    return [of, ...parts, JSON.stringify(when)].join(' ');
  };
}

function hasOwner({ at, owner }: DivergenceSite): boolean {
  return at.body !== undefined && owner.names.some((name) => name !== '');
}

/** Returns the path from the nearest schema on. */
function within({ path, owner }: DivergenceSite): string {
  return path.slice(owner.path.length).replace(/^\./, '');
}

/** Returns the name of the schema by which a rule finds the place: preferably one that only one of the versions has. */
function ownerName({ owner: { names } }: DivergenceSite, { older, newer }: IndexedPair): string {
  const [before, after] = names;
  if (before === '' || after === '') return after || before;
  return newer.schemasByName.has(before) || !older.schemasByName.has(after) ? after : before;
}

function placeIn(site: DivergenceSite, versions: IndexedPair): string {
  const { at, operation } = site;
  if (isWhole(site)) return operation;
  if (hasOwner(site)) return joinedPath(nameInPath(ownerName(site, versions)), within(site));
  if (at.header !== undefined) return `header ${at.header}`;
  if (at.query !== undefined) return `query ${at.query}${at.path === undefined ? '' : ` ${at.path}`}`;
  return at.body === '' ? `body of ${operation}` : `${at.body ?? ''} of ${operation}`;
}

function rulePlaces(sites: readonly DivergenceSite[], versions: IndexedPair): readonly string[] {
  const schemas = distinct(sites.filter(hasOwner).map((site) => placeIn(site, versions)));
  const operations = new Map<string, string[]>();
  for (const site of sites.filter((one) => !hasOwner(one))) {
    const at = isWhole(site) ? '' : placeParts(site.at);
    operations.set(at, [...(operations.get(at) ?? []), site.operation]);
  }
  return [
    ...(schemas.length === 0 ? [] : [`{ schema: ${schemas.length === 1 ? scalar(schemas[0] ?? '') : flow(schemas)} }`]),
    ...[...operations].map(([at, ids]) => `{ operations: ${flow(distinct(ids))}${at} }`),
  ];
}

function placeParts({ body, query, path, header }: PlainPlace): string {
  const parts = Object.entries({ body, query, path, header }).filter(([, value]) => value !== undefined);
  return parts.map(([key, value]) => `, ${key}: ${scalar(value ?? '')}`).join('');
}

function flow(items: readonly string[]): string {
  return `[${items.map(scalar).join(', ')}]`;
}

/** Returns a scalar in YAML's flow style. */
function scalar(text: string): string {
  return /^[\w$][\w$./-]*$/.test(text) ? text : `'${text.replaceAll("'", "''")}'`;
}

function distinct(items: readonly string[]): readonly string[] {
  return [...new Set(items)];
}
