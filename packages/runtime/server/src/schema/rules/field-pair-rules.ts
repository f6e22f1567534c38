/** Rules between one property and other properties. */
import { matcherOf } from './matcher.js';
import type { CheckBuilder, RuleContext } from './check-builder.js';
import type { RuleField } from './rule-field.js';

export const onlyWhen: CheckBuilder = (context) => {
  const { first, second, matches, addProblem } = pairOf(context);
  return (object, problems) => {
    if (first.isGiven(object) && !matches(second.value(object)))
      addProblem(problems, `cannot be set with this ${second.path}`);
  };
};

export const notWhen: CheckBuilder = (context) => {
  const { first, second, matches, addProblem } = pairOf(context);
  return (object, problems) => {
    if (first.isGiven(object) && matches(second.value(object)))
      addProblem(problems, `cannot be set with this ${second.path}`);
  };
};

export const needsWhen: CheckBuilder = (context) => {
  const { first, second, matches, addProblem } = pairOf(context);
  return (object, problems) => {
    if (!first.isGiven(object) && matches(second.value(object)))
      addProblem(problems, `is required with this ${second.path}`);
  };
};

export const requires: CheckBuilder = (context) => {
  const { first, second, addProblem } = pairOf(context);
  return (object, problems) => {
    if (first.isGiven(object) && !second.isGiven(object)) addProblem(problems, `cannot be set without ${second.path}`);
  };
};

export const excludes: CheckBuilder = (context) => {
  const { first, second, addProblem } = pairOf(context);
  return (object, problems) => {
    if (first.isGiven(object) && second.isGiven(object))
      addProblem(problems, `cannot be set together with ${second.path}`);
  };
};

export const notTogether: CheckBuilder = ({ rule: { value = [] }, ruleFields, addProblem }) => {
  const alternatives = Array.isArray(value) ? (value as readonly (string | number | boolean)[]) : [value as string];
  const matchers = ruleFields.map((_, index) => matcherOf(alternatives[index]));
  const [, ...others] = ruleFields;
  const wants = `cannot have this value with this ${others.map(({ path }) => path).join(' and this ')}`;
  return (object, problems) => {
    for (let index = 0; index < ruleFields.length; index += 1) {
      if (matchers[index]?.(ruleFields[index]?.value(object)) !== true) return;
    }
    addProblem(problems, wants);
  };
};

export const greaterThan: CheckBuilder = (context) => {
  const { first, second, addProblem } = pairOf(context);
  return (object, problems) => {
    const [more, less] = [positive(first.value(object)), positive(second.value(object))];
    if (more !== undefined && less !== undefined && more <= less)
      addProblem(problems, `must be greater than ${second.path}`);
  };
};

export const notLessThan: CheckBuilder = (context) => {
  const { first, second, addProblem } = pairOf(context);
  return (object, problems) => {
    const [more, less] = [positive(first.value(object)), positive(second.value(object))];
    if (more !== undefined && less !== undefined && more < less)
      addProblem(problems, `must not be less than ${second.path}`);
  };
};

interface FieldPair extends RuleContext {
  readonly first: RuleField;
  readonly second: RuleField;
  readonly matches: (value: unknown) => boolean;
}

function pairOf(context: RuleContext): FieldPair {
  const [first, second] = context.ruleFields;
  if (first === undefined || second === undefined) throw new TypeError(`${context.rule.kind} needs two fields`);
  const { value } = context.rule;
  return { ...context, first, second, matches: matcherOf(typeof value === 'object' ? undefined : value) };
}

/** Returns a positive number, also from a string of digits (fractional seconds); undefined for other values. */
function positive(value: unknown): number | undefined {
  const isText = typeof value === 'string' && /^\d{1,20}(\.\d{1,20})?$/.test(value);
  const number = isText || typeof value === 'bigint' ? Number(value) : value;
  return typeof number === 'number' && number > 0 ? number : undefined;
}
