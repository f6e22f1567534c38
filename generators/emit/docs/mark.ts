/** A change → the badge at the element that it is about. */
import type { Change, Notes } from '../../emitter/index.js';
import type { Link, Mark } from './page.js';

export interface MarkContext {
  readonly older: string;
  readonly newer: string;
  /** The version with which the version of the page is compared. */
  readonly other: string;
  /** The version with which the change was made, if it is known. */
  readonly madeIn?: string;
  /** The notes of the element in the version that has it. */
  readonly notes?: Notes;
}

export function markOf(change: Change, link: Link, context: MarkContext): Mark {
  const text = textOf(change, context);
  const { older, newer, other } = context;
  const counterpart = textOf(change, { ...context, other: other === newer ? older : newer });
  return {
    kind: change.kind,
    text,
    ...(counterpart !== text && { counterpart }),
    description: change.sentence,
    breaks: change.breaks,
    versions: [context.older, context.newer],
    change: link,
  };
}

/**
 * Returns the text of a badge. Versions may lie between the two; only the notes record in which one a change was made.
 */
function textOf(change: Change, { newer, other, madeIn, notes = {} }: MarkContext): string {
  const latest = madeIn ?? `${newer} or earlier`;
  const otherValue = other === newer ? change.after : change.before;
  switch (change.kind) {
    case 'added':
      return `since ${notes.since ?? latest}`;
    case 'removed':
      return `until ${notes.until ?? latest}`;
    case 'renamed':
      return typeof otherValue === 'string' ? `named ${otherValue} in ${other}` : `has another name in ${other}`;
    case 'deprecated':
      return `deprecated in ${notes.deprecated?.since ?? latest}`;
    case 'default':
      return `default differs in ${other}: ${otherValue === undefined ? 'none' : shortened(JSON.stringify(otherValue))}`;
    case 'nullable':
      return otherValue === true ? `may be null in ${other}` : `never null in ${other}`;
    case 'required':
      return otherValue === true ? `required in ${other}` : `optional in ${other}`;
    case 'enum':
      return `values differ in ${other}`;
    case 'constraint':
      return `constraints differ in ${other}`;
    case 'type':
      return `type differs in ${other}`;
    case 'behaviour':
      return `behaves differently in ${other}`;
  }
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
