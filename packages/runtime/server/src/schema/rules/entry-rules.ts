/** Rules about the entries of arrays and maps, taken together. */
import { pointerSegment } from '../problem.js';
import { matcherOf } from './matcher.js';
import { isGiven, isObject, memberOf } from './place.js';
import type { Builder } from './check-builder.js';

export const matches: Builder = ({ rule, segments, say }) => {
  const [pattern, flags] = Array.isArray(rule.value) ? rule.value.map(String) : [String(rule.value)];
  const expression = new RegExp(pattern ?? '', flags);
  return (record, problems) => {
    for (const path of segments) {
      for (const [pointer, value] of entriesAt(record, path)) {
        if (typeof value === 'string' && !expression.test(value)) say(problems, 'has the wrong form', pointer);
      }
    }
  };
};

export const uniqueEntries: Builder = ({ rule, segments, places: [list], say }) => {
  const members = segments.slice(1).map((path) => path.map(memberOf));
  const defaults = Array.isArray(rule.value) ? (rule.value as readonly unknown[]) : [];
  const pointer = list?.pointer ?? '';
  return (record, problems) => {
    const entries = list?.value(record);
    if (!Array.isArray(entries) || entries.length < 2) return;
    const seen = new Set<string>();
    for (const [index, entry] of entries.entries()) {
      const values = members.map((path, at) => {
        const value = path.reduce<unknown>((here, member) => member(here), entry);
        return isGiven(value) ? value : defaults[at];
      });
      if (values.includes(undefined)) continue;
      const key = JSON.stringify(values);
      if (seen.has(key)) say(problems, 'repeats an earlier entry', `${pointer}/${index}`);
      seen.add(key);
    }
  };
};

export const distinctPaths: Builder = ({ rule, segments, say }) => {
  const expression = new RegExp(String(rule.value));
  return (record, problems) => {
    const seen = new Set<string>(['']);
    for (const path of segments) {
      for (const [pointer, value] of entriesAt(record, path)) {
        const [, found] = typeof value === 'string' ? (expression.exec(value) ?? []) : [];
        if (found === undefined || found === '') continue;
        const place = normalized(found);
        if (seen.has(place)) say(problems, 'has the path of another one, or that of the root', pointer);
        seen.add(place);
      }
    }
  };
};

export const keysAmong: Builder = ({ rule: { value }, places: [map, other], say }) => {
  const [keys, when] = Array.isArray(value) ? (value as readonly string[]) : [String(value)];
  const isAllowed = matcherOf(keys);
  const applies = when === undefined || other === undefined ? () => true : matcherOf(when);
  return (record, problems) => {
    const given = map?.value(record);
    if (!isObject(given) || !applies(other?.value(record))) return;
    for (const key of Object.keys(given)) {
      if (!isAllowed(key)) say(problems, `has the key ${JSON.stringify(key.slice(0, 40))}, which is none of its keys`);
    }
  };
};

export const listedIn: Builder = ({ places: [first, list], segments, say }) => {
  const [member = [], mark = []] = segments.slice(2).map((path) => path.map(memberOf));
  const at = (entry: unknown, path: typeof member): unknown => path.reduce((value, next) => next(value), entry);
  return (record, problems) => {
    if (first === undefined || !first.isGiven(record)) return;
    const wanted = first.value(record);
    const entries = list?.value(record);
    const isListed =
      Array.isArray(entries) &&
      // A mark is an object, which is given even when it is empty.
      entries.some((entry) => at(entry, member) === wanted && isGiven(at(entry, mark), true));
    if (!isListed) say(problems, `is not listed in ${list?.path ?? ''}`);
  };
};

export const sameAsEntry: Builder = ({ rule, places: [first, map, key], segments, say }) => {
  const member = (segments[3] ?? []).map(memberOf);
  return (record, problems) => {
    const entries = map?.value(record);
    const named = key?.value(record);
    const name = isGiven(named) && named !== 'default' ? String(named) : String(rule.value);
    if (first === undefined || !first.isGiven(record) || !isObject(entries)) return;
    const value = member.reduce((here, next) => next(here), memberOf(name)(entries));
    if (isGiven(value) && value !== first.value(record)) say(problems, `must equal the value in ${map?.path ?? ''}`);
  };
};

/** The values at a path, each with its pointer; `[]` is each entry of an array and `{}` each key of a map. */
function* entriesAt(value: unknown, [segment, ...rest]: readonly string[], pointer = ''): Generator<[string, unknown]> {
  if (segment === undefined) yield [pointer, value];
  else if (segment === '[]') {
    if (!Array.isArray(value)) return;
    for (const [index, entry] of value.entries()) yield* entriesAt(entry, rest, `${pointer}/${index}`);
  } else if (segment === '{}') {
    if (isObject(value)) for (const key of Object.keys(value)) yield [`${pointer}/${pointerSegment(key)}`, key];
  } else yield* entriesAt(memberOf(segment)(value), rest, `${pointer}/${segment}`);
}

/** The path as the kernel takes it: without repeated and trailing slashes, `.` and `..`. */
function normalized(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}
