/** Rules about the number of given properties, and about the number of their entries. */
import type { Problems } from '../problems.js';
import type { CheckBuilder, RuleContext } from './check-builder.js';
import type { RuleField, ReadonlyObject } from './rule-field.js';

export const atLeastOneOf: CheckBuilder = ({ ruleFields, addProblem }) => {
  const wants = ruleFields.length === 1 ? 'is required' : `is required, or another of ${pathsOf(ruleFields)}`;
  return (object, problems) => {
    if (countGiven(ruleFields, object) === 0) addProblem(problems, wants);
  };
};

export const atMostOneOf: CheckBuilder = (context) => (object, problems) => {
  if (countGiven(context.ruleFields, object) > 1) addConflict(context, object, problems);
};

export const exactlyOneOf: CheckBuilder = (context) => {
  const { ruleFields, addProblem } = context;
  const wants = `must be given, or just one of ${pathsOf(ruleFields)}`;
  return (object, problems) => {
    const count = countGiven(ruleFields, object);
    if (count === 0) addProblem(problems, wants);
    else if (count > 1) addConflict(context, object, problems);
  };
};

export const maxEntries: CheckBuilder = ({ rule, ruleFields, addProblem }) => {
  const most = Number(rule.value);
  const wants = `must have at most ${most === 1 ? '1 entry' : `${most} entries`}`;
  return (object, problems) => {
    for (const place of ruleFields)
      if (entryCount(place.value(object)) > most) addProblem(problems, wants, place.pointer);
  };
};

/** Names the properties that are given, and not all that may be. */
function addConflict({ ruleFields, addProblem }: RuleContext, object: ReadonlyObject, problems: Problems): void {
  const [first, ...others] = ruleFields.filter((place) => place.isGiven(object));
  addProblem(problems, `cannot be set together with ${pathsOf(others)}`, first?.pointer);
}

function countGiven(places: readonly RuleField[], object: ReadonlyObject): number {
  let count = 0;
  for (const place of places) if (place.isGiven(object)) count += 1;
  return count;
}

function pathsOf(places: readonly RuleField[]): string {
  return places.map(({ path }) => path).join(', ');
}

function entryCount(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}
