/** Rules between one field and others beside it. */
import { matcherOf } from './matcher.js';
import type { Builder, RuleContext } from './check-builder.js';
import type { Place } from './place.js';

export const onlyWhen: Builder = (context) => {
  const { first, second, matches, say } = pairOf(context);
  return (record, problems) => {
    if (first.isGiven(record) && !matches(second.value(record)))
      say(problems, `cannot be set with this ${second.path}`);
  };
};

export const notWhen: Builder = (context) => {
  const { first, second, matches, say } = pairOf(context);
  return (record, problems) => {
    if (first.isGiven(record) && matches(second.value(record))) say(problems, `cannot be set with this ${second.path}`);
  };
};

export const needsWhen: Builder = (context) => {
  const { first, second, matches, say } = pairOf(context);
  return (record, problems) => {
    if (!first.isGiven(record) && matches(second.value(record))) say(problems, `is required with this ${second.path}`);
  };
};

export const requires: Builder = (context) => {
  const { first, second, say } = pairOf(context);
  return (record, problems) => {
    if (first.isGiven(record) && !second.isGiven(record)) say(problems, `cannot be set without ${second.path}`);
  };
};

export const excludes: Builder = (context) => {
  const { first, second, say } = pairOf(context);
  return (record, problems) => {
    if (first.isGiven(record) && second.isGiven(record)) say(problems, `cannot be set together with ${second.path}`);
  };
};

export const notTogether: Builder = ({ rule: { value = [] }, places, say }) => {
  const wanted = Array.isArray(value) ? (value as readonly (string | number | boolean)[]) : [value as string];
  const matchers = places.map((_, index) => matcherOf(wanted[index]));
  const [, ...others] = places;
  const wants = `cannot have this value with this ${others.map(({ path }) => path).join(' and this ')}`;
  return (record, problems) => {
    for (let index = 0; index < places.length; index += 1) {
      if (matchers[index]?.(places[index]?.value(record)) !== true) return;
    }
    say(problems, wants);
  };
};

export const greaterThan: Builder = (context) => {
  const { first, second, say } = pairOf(context);
  return (record, problems) => {
    const [more, less] = [positive(first.value(record)), positive(second.value(record))];
    if (more !== undefined && less !== undefined && more <= less) say(problems, `must be greater than ${second.path}`);
  };
};

export const notLessThan: Builder = (context) => {
  const { first, second, say } = pairOf(context);
  return (record, problems) => {
    const [more, less] = [positive(first.value(record)), positive(second.value(record))];
    if (more !== undefined && less !== undefined && more < less) say(problems, `must not be less than ${second.path}`);
  };
};

interface Pair extends RuleContext {
  readonly first: Place;
  readonly second: Place;
  readonly matches: (value: unknown) => boolean;
}

function pairOf(context: RuleContext): Pair {
  const [first, second] = context.places;
  if (first === undefined || second === undefined) throw new TypeError(`${context.rule.kind} is between two fields`);
  const { value } = context.rule;
  return { ...context, first, second, matches: matcherOf(typeof value === 'object' ? undefined : value) };
}

/** A positive number, or a string of digits (seconds, with a fraction); undefined for anything else. */
function positive(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,20}(\.\d{1,20})?$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && number > 0 ? number : undefined;
}
