/** The notes of an element → the properties that every entry of a page has. */
import { ruleSentences } from '../../code/index.js';
import type { EnumType, Notes } from '../../ir/index.js';
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
    values: values.map(({ value, description }) => ({ value, ...(description !== undefined && { description }) })),
    open,
  };
}
