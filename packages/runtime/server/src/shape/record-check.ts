/** The rules between fields, as functions on a record that was read. */
import type { Problems } from './problem.js';
import { sentence, type ShapeRule } from './rule.js';
import type { Shape } from './shape.js';

type Values = Readonly<Record<string, unknown>>;
type Check = (record: Values, problems: Problems) => void;
type SegmentsOf = (path: string) => readonly string[];

export interface RecordCheck {
  /** What has to be set before the rule can be broken, if anything. */
  readonly field: string | undefined;
  readonly check: Check;
}

/** Most fields that rules speak of are not set, and one look at each is all that such rules take. */
export function checkRecord(checks: readonly RecordCheck[], record: Values, problems: Problems): void {
  for (const { field, check } of checks) if (field === undefined || Boolean(record[field])) check(record, problems);
}

interface Place {
  /** `RestartPolicy.Name` */
  readonly path: string;
  /** `/RestartPolicy/Name` */
  readonly pointer: string;
  readonly value: (record: Values) => unknown;
  readonly isSet: (record: Values) => boolean;
}

/**
 * What checks a rule; nothing for rules about one number, which are checked where the number is read.
 *
 * @param segmentsOf where the record has what the rule calls by a path
 */
export function recordCheck(
  rule: ShapeRule,
  shape: Shape,
  segmentsOf: SegmentsOf = (path) => path.split('.'),
): RecordCheck[] {
  const [first] = rule.fields ?? [];
  const field = first !== undefined && aboutFirst.has(rule.kind) ? segmentsOf(first)[0] : undefined;
  return checksOf(rule, shape, segmentsOf).map((check) => ({ field, check }));
}

/** Rules that nobody breaks who does not set their first field. */
const aboutFirst: ReadonlySet<ShapeRule['kind']> = new Set([
  'only-when',
  'not-when',
  'requires',
  'excludes',
  'greater-than',
  'not-less-than',
]);

function checksOf(rule: ShapeRule, shape: Shape, segmentsOf: SegmentsOf): Check[] {
  const places = (rule.fields ?? []).map((path) => placeOf(path, shape, segmentsOf(path)));
  const [first, second] = places;
  if (first === undefined) return [];
  const say = (problems: Problems, wants: string, place = first): void =>
    problems.addRule(`${wants} (${sentence(rule)})`, place.pointer);
  const names = places.map(({ path }) => path).join(', ');
  const countSet = (record: Values): number => {
    let count = 0;
    for (const place of places) if (place.isSet(record)) count += 1;
    return count;
  };
  switch (rule.kind) {
    case 'at-least-one-of': {
      const wants = places.length === 1 ? 'is required' : `is required, or another of ${names}`;
      return [(record, problems) => countSet(record) === 0 && say(problems, wants)];
    }
    case 'at-most-one-of':
      return [(record, problems) => countSet(record) > 1 && say(problems, `cannot stand beside others of ${names}`)];
    case 'exactly-one-of':
      return [(record, problems) => countSet(record) !== 1 && say(problems, `must be given, or just one of ${names}`)];
    case 'max-entries': {
      const most = Number(rule.value);
      return places.map((place) => (record, problems) => {
        const value = place.value(record);
        if (entryCount(value) > most)
          say(problems, `must have at most ${most === 1 ? '1 entry' : `${most} entries`}`, place);
      });
    }
    default:
      return second === undefined ? [] : [pairCheck(rule, first, second, say)];
  }
}

function pairCheck(
  rule: ShapeRule,
  first: Place,
  second: Place,
  say: (problems: Problems, wants: string) => void,
): Check {
  const matches = matcherOf(rule.value);
  switch (rule.kind) {
    case 'only-when':
      return (record, problems) => {
        if (first.isSet(record) && !matches(second.value(record))) {
          say(problems, `cannot be set with this ${second.path}`);
        }
      };
    case 'not-when':
      return (record, problems) => {
        if (first.isSet(record) && matches(second.value(record)))
          say(problems, `cannot be set with this ${second.path}`);
      };
    case 'needs-when':
      return (record, problems) => {
        if (!first.isSet(record) && matches(second.value(record)))
          say(problems, `is required with this ${second.path}`);
      };
    case 'requires':
      return (record, problems) => {
        if (first.isSet(record) && !second.isSet(record)) say(problems, `cannot be set without ${second.path}`);
      };
    case 'excludes':
      return (record, problems) => {
        if (first.isSet(record) && second.isSet(record)) say(problems, `cannot be set together with ${second.path}`);
      };
    case 'greater-than':
      return (record, problems) => {
        const [more, less] = [first.value(record), second.value(record)];
        if (isPositive(more) && isPositive(less) && more <= less) say(problems, `must be greater than ${second.path}`);
      };
    case 'not-less-than':
      return (record, problems) => {
        const [more, less] = [first.value(record), second.value(record)];
        if (isPositive(more) && isPositive(less) && more < less) say(problems, `must not be less than ${second.path}`);
      };
    default:
      return () => undefined;
  }
}

function isPositive(value: unknown): value is number {
  return typeof value === 'number' && value > 0;
}

function entryCount(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

/** Alternatives by `|`, of which an empty one means "not set", and `*` is a wildcard; other values are compared as they are. */
function matcherOf(wanted: ShapeRule['value']): (value: unknown) => boolean {
  if (typeof wanted !== 'string') return (value) => value === wanted;
  const alternatives = wanted.split('|').map(alternativeOf);
  return (value) => {
    const text = textOf(value);
    for (const matches of alternatives) if (matches(text)) return true;
    return false;
  };
}

function alternativeOf(wanted: string): (text: string) => boolean {
  const [prefix = '', ...parts] = wanted.split('*');
  if (parts.length === 0) return (text) => text === wanted;
  if (parts.length === 1 && parts[0] === '') return (text) => text.startsWith(prefix);
  const pattern = [prefix, ...parts].map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('.*');
  const expression = new RegExp(`^${pattern}$`, 's');
  return (text) => expression.test(text);
}

/** What is not set is an empty text. Lists and objects are none, whatever they hold: it is the client's, `toString` too. */
function textOf(value: unknown): string {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return '';
  return typeof value === 'object' ? '{}' : String(value);
}

function placeOf(path: string, shape: Shape, segments: readonly string[]): Place {
  const isRecord = targetOf(segments, shape)?.kind === 'record';
  const value = segments.map(memberOf).reduce((outer, inner) => (record) => inner(outer(record)));
  return {
    path,
    pointer: `/${segments.join('/')}`,
    value,
    isSet: (record) => isSet(value(record), isRecord),
  };
}

function memberOf(name: string): (at: unknown) => unknown {
  // Only names that every object has need the question whose they are.
  return name in Object.prototype
    ? (at) => (isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined)
    : (at) => (isObject(at) ? at[name] : undefined);
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null;
}

/** A record is set even when nothing is in it. */
function isSet(value: unknown, isRecord: boolean): boolean {
  if (value === undefined || value === null || value === false || value === 0 || value === '') return false;
  return isRecord || typeof value !== 'object' || holdsAny(value);
}

function holdsAny(value: object): boolean {
  if (Array.isArray(value)) return value.length > 0;
  // No list of its keys only to count them.
  for (const key in value) return key !== undefined;
  return false;
}

function targetOf(segments: readonly string[], shape: Shape): Shape | undefined {
  let at: Shape | undefined = plain(shape);
  for (const segment of segments) {
    if (at?.kind !== 'record' || !Object.hasOwn(at.fields, segment)) return undefined;
    const field: Shape | undefined = at.fields[segment]?.shape;
    at = field && plain(field);
  }
  return at;
}

/** Without what makes it nullable or only refers to it. */
export function plain(shape: Shape): Shape {
  if (shape.kind === 'nullable') return plain(shape.of);
  if (shape.kind === 'ref') return plain(shape.to());
  return shape;
}
