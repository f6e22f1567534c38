/** What follows from the shapes of two versions, and what they leave undecided. */
import type {
  Difference,
  Operation,
  PlacedRule,
  PlainPlace,
  Type,
  VersionStep,
  ConversionDirection,
} from '../ir/index.js';
import { LadingError } from '../diagnostics/index.js';
import { divergencesOf, type Divergence } from './find-divergences.js';
import { bodyOf, type IndexedApi, type Way } from './message-types.js';
import { holds, isAt } from './place-contains.js';

/** A divergence at its place in an operation. */
interface Site extends Divergence {
  readonly operation: string;
  readonly way: Way;
  readonly at: PlainPlace;
}

/** Everything in which the messages of the two versions differ, but for operations that only one has. */
export function sitesOf(older: IndexedApi, newer: IndexedApi): readonly Site[] {
  return older.operations.flatMap((operation) => {
    const other = newer.operationsById.get(operation.id);
    if (other === undefined) return [];
    return [
      ...inBody('request', operation, other, older, newer),
      ...inQuery(operation, other, older, newer),
      ...inBody('response', operation, other, older, newer),
      ...inHeaders(operation, other),
    ];
  });
}

function inBody(
  way: Way,
  operation: Operation,
  other: Operation,
  older: IndexedApi,
  newer: IndexedApi,
): readonly Site[] {
  const [one, two] = [bodyOf(operation, way), bodyOf(other, way)];
  if (one === undefined || two === undefined) return [];
  return divergencesOf({ older, newer }, one, two).map((found) => ({
    ...found,
    operation: operation.id,
    way,
    at: { body: found.path },
  }));
}

function inQuery(one: Operation, other: Operation, older: IndexedApi, newer: IndexedApi): readonly Site[] {
  const record = ({ parameters }: Operation): Type => ({
    kind: 'record',
    bases: [],
    fields: parameters.filter((parameter) => parameter.in === 'query'),
  });
  return divergencesOf({ older, newer }, record(one), record(other)).map((found) => {
    const [, query = '', path = ''] = /^([^.[{]+)\.?(.*)$/.exec(found.path) ?? [];
    return { ...found, operation: one.id, way: 'request', at: { query, ...(path !== '' && { path }) } };
  });
}

function inHeaders(one: Operation, other: Operation): readonly Site[] {
  const headersOf = ({ responses }: Operation) =>
    new Set(
      responses.filter(({ status }) => /^[123]/.test(status)).flatMap(({ headers }) => headers.map(({ name }) => name)),
    );
  const [left, right] = [headersOf(one), headersOf(other)];
  const site = (header: string, side: Site['side']): Site => ({
    kind: 'only',
    side,
    path: header,
    members: [],
    required: false,
    operation: one.id,
    way: 'response',
    at: { header },
  });
  return [
    ...[...left].filter((name) => !right.has(name)).map((name) => site(name, 'older')),
    ...[...right].filter((name) => !left.has(name)).map((name) => site(name, 'newer')),
  ];
}

/** Rules that nobody has to write: members that the other version does not have, and null where it has none. */
export function derivedRules(
  sites: readonly Site[],
  written: readonly PlacedRule[],
  {
    differences,
    older: { version: before },
    newer: { version: after },
  }: Pick<VersionStep, 'differences' | 'older' | 'newer'>,
): readonly PlacedRule[] {
  return sites.flatMap((site) => {
    const about = differenceOf(site, written, differences);
    const { older, newer } = { older: site.side === 'older', newer: site.side === 'newer' };
    const drop = (direction: ConversionDirection, says: string, whenNull = false): PlacedRule => ({
      operation: site.operation,
      direction,
      ...(about !== undefined && { difference: about }),
      says,
      at: site.at,
      when: whenNull ? [{ of: '', is: [null] }] : [],
      rule: 'drop',
      parts: {},
      derived: true,
    });
    if (site.kind === 'null' && site.way === 'response' && !site.required) {
      return [
        drop(newer ? 'response.down' : 'response.up', `Version ${newer ? before : after} does not send null.`, true),
      ];
    }
    if (site.kind !== 'only') return [];
    if (site.way === 'response') {
      return [drop(newer ? 'response.down' : 'response.up', `Version ${newer ? before : after} does not send it.`)];
    }
    // What the newer version does not know passes: engines ignore it.
    if (older) return [];
    const decided = written.some(
      ({ operation, direction, at }) => operation === site.operation && direction === 'request.up' && isAt(at, site.at),
    );
    return [
      ...(decided ? [] : [drop('request.up', `Version ${before} ignores it.`)]),
      drop('request.down', `Version ${before} does not have it.`),
    ];
  });
}

/** The difference that a site belongs to: by the rules at the same place, else by the member that an action touches. */
function differenceOf(site: Site, written: readonly PlacedRule[], differences: readonly Difference[]) {
  const rule = written.find(({ operation, at }) => operation === site.operation && isAt(at, site.at));
  const touched = differences.find(({ members }) => site.members.some((member) => members.includes(member)));
  return rule?.difference ?? touched?.id;
}

/** What shapes leave open, and no rule decides. */
export interface Undecided {
  readonly operation: string;
  readonly direction: ConversionDirection;
  readonly question: string;
  /** From the root of the message. */
  readonly path: string;
  readonly at: PlainPlace;
}

export function undecidedIn(sites: readonly Site[], written: readonly PlacedRule[]): readonly Undecided[] {
  return sites.flatMap((site) =>
    openOf(site).flatMap(({ direction, question }) => {
      const rules = written.filter((rule) => rule.operation === site.operation && rule.direction === direction);
      if (rules.some((rule) => decides(rule, site))) return [];
      return [{ operation: site.operation, direction, question, path: site.path, at: site.at }];
    }),
  );
}

/**
 * Every site that shapes leave open has a rule.
 *
 * @throws LadingError `OVERLAY_UNDECIDED` for the first that has none
 */
export function assertDecided(sites: readonly Site[], written: readonly PlacedRule[], version: string): void {
  const [first] = undecidedIn(sites, written);
  if (first === undefined) return;
  throw new LadingError({
    code: 'OVERLAY_UNDECIDED',
    subject: `${first.question}: ${first.path}`,
    place: `the overlay of version ${version}, ${first.operation}, ${first.direction}`,
    remedy: 'Write a wire rule for it in the overlay: default, set, fill, replace, drop, refuse or step',
  });
}

function decides(rule: PlacedRule, site: Site): boolean {
  const whole = ['drop', 'refuse', 'step'].includes(rule.rule);
  return isAt(rule.at, site.at) || (whole && holds(rule.at, site.at));
}

interface Open {
  readonly direction: ConversionDirection;
  readonly question: string;
}

function openOf({ kind, side, way, required }: Site): readonly Open[] {
  const to = side === 'newer' ? 'up' : 'down';
  const from = side === 'newer' ? 'down' : 'up';
  if (kind === 'type') {
    return [
      { direction: `${way}.up`, question: 'the versions have different kinds of values' },
      { direction: `${way}.down`, question: 'the versions have different kinds of values' },
    ];
  }
  if (kind === 'only' && way === 'request' && side === 'newer') {
    return [{ direction: 'request.down', question: 'only the newer version takes it' }];
  }
  if ((kind === 'only' && required) || kind === 'always') {
    return [{ direction: `${way}.${to}`, question: 'the other version always has it' }];
  }
  if (kind === 'null' && way === 'response' && required) {
    return [{ direction: `response.${from}`, question: 'the other version never has null for it' }];
  }
  if (kind === 'values' && way === 'request') {
    return [{ direction: `request.${from}`, question: 'the other version does not have all of its values' }];
  }
  return [];
}
