/** Rules about how many fields are given, and about how many entries they have. */
import type { Builder } from './check-builder.js';
import type { Place, Values } from './place.js';

export const atLeastOneOf: Builder = ({ places, say }) => {
  const wants = places.length === 1 ? 'is required' : `is required, or another of ${namesOf(places)}`;
  return (record, problems) => {
    if (countGiven(places, record) === 0) say(problems, wants);
  };
};

export const atMostOneOf: Builder = ({ places, say }) => {
  const wants = `cannot stand beside others of ${namesOf(places)}`;
  return (record, problems) => {
    if (countGiven(places, record) > 1) say(problems, wants);
  };
};

export const exactlyOneOf: Builder = ({ places, say }) => {
  const wants = `must be given, or just one of ${namesOf(places)}`;
  return (record, problems) => {
    if (countGiven(places, record) !== 1) say(problems, wants);
  };
};

export const maxEntries: Builder = ({ rule, places, say }) => {
  const most = Number(rule.value);
  const wants = `must have at most ${most === 1 ? '1 entry' : `${most} entries`}`;
  return (record, problems) => {
    for (const place of places) if (entryCount(place.value(record)) > most) say(problems, wants, place.pointer);
  };
};

function countGiven(places: readonly Place[], record: Values): number {
  let count = 0;
  for (const place of places) if (place.isGiven(record)) count += 1;
  return count;
}

function namesOf(places: readonly Place[]): string {
  return places.map(({ path }) => path).join(', ');
}

function entryCount(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}
