/** Rules that compare the entries of arrays and maps. */
import { jsonText } from '@lading/runtime-wire';
import { pointerSegment } from '../problems.js';
import { patternTest, type PatternTest } from '../pattern/pattern-test.js';
import { matcherOf } from './matcher.js';
import { isGiven, isObject, propertyGetter } from './rule-field.js';
import type { CheckBuilder } from './check-builder.js';

export const matches: CheckBuilder = ({ rule, segments, addProblem }) => {
  const [pattern, flags] = Array.isArray(rule.value) ? rule.value.map(String) : [String(rule.value)];
  const test = linearTest(pattern ?? '', flags);
  const paths = segments.map(entriesAt);
  return (object, problems) => {
    for (const visitEntries of paths) {
      visitEntries(object, '', (value, place) => {
        if (typeof value === 'string' && !test(value)) addProblem(problems, 'has an invalid format', place);
      });
    }
  };
};

/** @throws TypeError for a pattern that no text can be tested with in linear time: clients choose the texts */
function linearTest(pattern: string, flags?: string): PatternTest {
  const test = patternTest(pattern, flags);
  if (test !== undefined) return test;
  throw new TypeError(`a rule has the pattern ${pattern.slice(0, 200)}, with references to groups, or too long`);
}

export const uniqueEntries: CheckBuilder = ({ rule, segments, ruleFields: [array], addProblem }) => {
  const properties = segments.slice(1).map((path) => path.map(propertyGetter));
  const defaults = Array.isArray(rule.value) ? (rule.value as readonly unknown[]) : [];
  const pointer = array?.pointer ?? '';
  return (object, problems) => {
    const entries = array?.value(object);
    if (!Array.isArray(entries) || entries.length < 2) return;
    const seen = new Set<string>();
    for (const [index, entry] of entries.entries()) {
      const values = properties.map((path, position) => {
        const value = path.reduce<unknown>((current, property) => property(current), entry);
        return isGiven(value) ? value : defaults[position];
      });
      if (values.includes(undefined)) continue;
      const key = jsonText(values, 'entry');
      if (seen.has(key)) addProblem(problems, 'repeats an earlier entry', `${pointer}/${index}`);
      seen.add(key);
    }
  };
};

/** Twice the longest path of Linux, and options: the expression of the rule, which captures, may take more than linear time. */
const longestEntry = 10_000;

export const distinctPaths: CheckBuilder = ({ rule, segments, addProblem }) => {
  const expression = new RegExp(String(rule.value));
  const paths = segments.map(entriesAt);
  return (object, problems) => {
    const seen = new Set<string>(['']);
    for (const visitEntries of paths) {
      visitEntries(object, '', (value, pointer) => {
        if (typeof value !== 'string') return;
        if (value.length > longestEntry) return addProblem(problems, 'is too long', pointer);
        const found = expression
          .exec(value)
          ?.slice(1)
          .find((group) => group !== undefined);
        if (found === undefined || found === '') return;
        const place = normalizePath(found);
        if (seen.has(place)) addProblem(problems, 'has the path of another entry, or of the root', pointer);
        seen.add(place);
      });
    }
  };
};

export const keysAmong: CheckBuilder = ({ rule: { value }, ruleFields: [map, other], addProblem }) => {
  const [keys, when] = Array.isArray(value) ? (value as readonly string[]) : [String(value)];
  const isAllowed = matcherOf(keys);
  const applies = when === undefined || other === undefined ? () => true : matcherOf(when);
  return (object, problems) => {
    const mapValue = map?.value(object);
    if (!isObject(mapValue) || !applies(other?.value(object))) return;
    for (const key of Object.keys(mapValue)) {
      if (!isAllowed(key))
        addProblem(problems, `has the key ${JSON.stringify(key.slice(0, 40))}, which is not allowed`);
    }
  };
};

export const listedIn: CheckBuilder = ({ ruleFields: [first, array], segments, addProblem }) => {
  const [property = [], mark = []] = segments.slice(2).map((path) => path.map(propertyGetter));
  const valueAt = (entry: unknown, path: typeof property): unknown => path.reduce((value, next) => next(value), entry);
  return (object, problems) => {
    if (first === undefined || !first.isGiven(object)) return;
    const expectedValue = first.value(object);
    const entries = array?.value(object);
    const isListed =
      Array.isArray(entries) &&
      // A mark is an object, which is given even if it is empty.
      entries.some((entry) => valueAt(entry, property) === expectedValue && isGiven(valueAt(entry, mark), true));
    if (!isListed) addProblem(problems, `is not listed in ${array?.path ?? ''}`);
  };
};

export const sameAsEntry: CheckBuilder = ({ rule, ruleFields: [first, map, key], segments, addProblem }) => {
  const property = (segments[3] ?? []).map(propertyGetter);
  return (object, problems) => {
    const entries = map?.value(object);
    const named = key?.value(object);
    const name = isGiven(named) && named !== 'default' ? String(named) : String(rule.value);
    if (first === undefined || !first.isGiven(object) || !isObject(entries)) return;
    const value = property.reduce((current, next) => next(current), propertyGetter(name)(entries));
    if (isGiven(value) && value !== first.value(object))
      addProblem(problems, `must equal the value in ${map?.path ?? ''}`);
  };
};

type Visitor = (value: unknown, pointer: string) => void;

/**
 * Compiles a path into a function that visits the values there, each with its pointer: a request is checked by many rules, and
 * most of their paths lead nowhere in it. `[]` means each entry of an array and `{}` each key of a map.
 */
function entriesAt([segment, ...rest]: readonly string[]): (value: unknown, pointer: string, visit: Visitor) => void {
  if (segment === undefined) return (value, pointer, visit) => visit(value, pointer);
  if (segment === '{}') {
    return (value, pointer, visit) => {
      if (isObject(value)) for (const key of Object.keys(value)) visit(key, `${pointer}/${pointerSegment(key)}`);
    };
  }
  const visitRest = entriesAt(rest);
  if (segment === '[]') {
    return (value, pointer, visit) => {
      if (!Array.isArray(value)) return;
      for (const [index, entry] of value.entries()) visitRest(entry, `${pointer}/${index}`, visit);
    };
  }
  const property = propertyGetter(segment);
  return (value, pointer, visit) => {
    const inner = property(value);
    if (inner !== undefined) visitRest(inner, `${pointer}/${segment}`, visit);
  };
}

/** Normalizes a path as the kernel does: without repeated and trailing slashes, `.` and `..`. */
function normalizePath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}
