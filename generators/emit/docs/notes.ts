/** The notes of an element → the properties that every entry of a page has. */
import { ruleSentences, type EnumType, type LiteralValue, type Notes } from '../../emitter/index.js';
import type { EnumEntry, Markdown, VersionNotes } from './page.js';

export function versionsOf({ since, until, deprecated }: Notes): VersionNotes {
  return {
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    ...(deprecated && { deprecated }),
  };
}

export function rulesOf({ rules = [] }: Notes): readonly Markdown[] {
  return ruleSentences(rules);
}

export function enumEntry({ values, open }: EnumType): EnumEntry {
  return {
    values: values.map(({ value, description }) => ({
      value: shownValue(value),
      ...(description !== undefined && { description }),
    })),
    open,
  };
}

/** Returns a value of an enum; as JSON if it is neither a string nor a number. */
function shownValue(value: LiteralValue): string | number {
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value);
}
