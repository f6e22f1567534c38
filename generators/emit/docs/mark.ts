/** A change → the badge at the place that it is about. */
import type { Change, Notes } from '../../ir/index.js';
import type { Link, Mark } from './page.js';

export interface MarkContext {
  readonly older: string;
  readonly newer: string;
  /** The version that is not the one whose page it is. */
  readonly other: string;
  /** What is said of the thing on the side that has it. */
  readonly notes?: Notes;
}

export function markOf(change: Change, link: Link, context: MarkContext): Mark {
  return {
    kind: change.kind,
    text: textOf(change, context),
    says: change.sentence,
    breaks: change.breaks,
    versions: [context.older, context.newer],
    change: link,
  };
}

/** Two versions may be far apart: in which one between them something came, only the notes know. */
function textOf(change: Change, { newer, other, notes: known = {} }: MarkContext): string {
  const theirs = other === newer ? change.after : change.before;
  switch (change.kind) {
    case 'added':
      return known.since === undefined ? `since ${newer} or earlier` : `since ${known.since}`;
    case 'removed':
      return known.until === undefined ? `until ${newer} or earlier` : `until ${known.until}`;
    case 'renamed':
      return typeof theirs === 'string' ? `named ${theirs} in ${other}` : `has another name in ${other}`;
    case 'deprecated':
      return `deprecated in ${known.deprecated?.since ?? `${newer} or earlier`}`;
    case 'default':
      return `default differs in ${other}: ${theirs === undefined ? 'none' : shortened(JSON.stringify(theirs))}`;
    case 'nullable':
      return theirs === true ? `may be null in ${other}` : `never null in ${other}`;
    case 'required':
      return theirs === true ? `required in ${other}` : `optional in ${other}`;
    case 'enum':
      return `values differ in ${other}`;
    case 'bound':
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
