/** A rule between fields → its sentence, behind the condition where the sentence does not name the fields itself. */
import type { Rule } from '../../ir/index.js';
import { span } from './markdown/escape.js';
import type { Markdown } from './page.js';

/** `Dns` must not be given when `NetworkMode` is `container:…`. Name servers come with the shared network. */
export function ruleSentence(rule: Rule): Markdown {
  const { fields = [], sentence } = rule;
  const isNamed = fields.every((field) => sentence.includes(field.slice(field.lastIndexOf('.') + 1)));
  const condition = isNamed ? undefined : conditionOf(rule, fields);
  return condition === undefined ? sentence : `${condition}. ${sentence}`;
}

function conditionOf({ kind, value }: Rule, fields: readonly string[]): string | undefined {
  const [first = '', second = ''] = fields.map(span);
  const when = `when ${second} is ${list(String(value).split('|').map(valueText), 'or')}`;
  switch (kind) {
    case 'only-when':
      return `${first} may be given only ${when}`;
    case 'not-when':
      return `${first} must not be given ${when}`;
    case 'needs-when':
      return `${first} must be given ${when}`;
    case 'requires':
      return `${first} may be given only together with ${second}`;
    case 'excludes':
      return `${first} and ${second} must not be given together`;
    case 'greater-than':
      return `${first} must be greater than ${second}, where both are given`;
    case 'not-less-than':
      return `${first} must be at least ${second}, where both are given`;
    case 'exactly-one-of':
    case 'at-most-one-of':
    case 'at-least-one-of':
      if (fields.length === 1) return kind === 'at-most-one-of' ? undefined : `${first} must be given`;
      return `${counts[kind]} of ${list(fields.map(span), 'and')} ${kind === 'at-most-one-of' ? 'may' : 'must'} be given`;
    default:
      // What is said of one value names it by where it stands.
      return undefined;
  }
}

const counts = { 'exactly-one-of': 'Exactly one', 'at-most-one-of': 'At most one', 'at-least-one-of': 'At least one' };

function valueText(value: string): string {
  if (value === '') return 'not given';
  return span(value.endsWith('*') ? `${value.slice(0, -1)}…` : value);
}

function list(texts: readonly string[], word: string): string {
  const [last = '', ...others] = texts.toReversed();
  return others.length === 0 ? last : `${others.toReversed().join(', ')} ${word} ${last}`;
}
