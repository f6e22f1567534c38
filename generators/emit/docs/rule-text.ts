/** A conversion rule → a sentence that states where it applies, and in which direction. */
import { codeSpan, type Change, type ConversionRule } from '../../emitter/index.js';
import type { Markdown } from './page.js';
import type { ComparedVersions } from './differences.js';

export function ruleText(rule: ConversionRule, { older, newer }: ComparedVersions): Markdown {
  const [messageKind, direction] = rule.direction.split('.');
  const [from, to] = direction === 'upgrade' ? [older, newer] : [newer, older];
  const refusal = rule.rule === 'refuse' ? ` Rejected with ${rule.status}: ${codeSpan(rule.message)}.` : '';
  const warning =
    rule.rule === 'warn' || (rule.rule === 'drop' && rule.warning !== undefined)
      ? ` Warning: ${codeSpan(rule.warning ?? '')}`
      : '';
  return `${messageKind === 'request' ? 'Requests' : 'Responses'} from ${from} to ${to}, ${placeOf(rule)}: ${rule.description}${refusal}${warning}`;
}

/** Tells whether a rule and a change are about the same element. */
export function concerns(
  { at, direction }: Pick<ConversionRule, 'at' | 'direction'>,
  change: Pick<Change, 'place' | 'operations' | 'direction'>,
): boolean {
  const { place, operations } = change;
  if (change.direction !== 'both' && !direction.startsWith(change.direction)) return false;
  const [head = '', ...rest] = place.split(/[.[]| (?=query|header|path|\d{3})/);
  const member = rest.at(-1)?.replace(/^(query|path|header|\d{3} header) /, '');
  switch (at.in) {
    case 'schema':
      return at.schema === head && (at.path === '' || at.path.split(/[.[{]/)[0] === member);
    case 'body':
      return at.operations.some((id) => operations.includes(id)) && member !== undefined && lastOf(at.path) === member;
    case 'query':
      return at.operations.includes(head) && member === at.name;
    case 'header':
      return at.operations.includes(head) && member?.endsWith(at.name) === true;
    case 'operation':
      return at.operations.includes(place);
    case 'only':
    case 'paths':
      return false;
  }
}

function placeOf({ at }: ConversionRule): string {
  const whose = at.operations.length === 0 ? '' : ` of ${at.operations.join(', ')}`;
  switch (at.in) {
    case 'schema':
      return `${codeSpan(at.path === '' ? at.schema : `${at.schema}.${at.path}`)}${whose}`;
    case 'body':
      return at.path === '' ? `the body${whose}` : `${codeSpan(at.path)}${whose}`;
    case 'query':
      return `${codeSpan(at.name)} in the query${whose}`;
    case 'header':
      return `the header ${codeSpan(at.name)}${whose}`;
    case 'operation':
      return at.operations.join(', ');
    case 'paths':
      return `the paths ${codeSpan(at.path)}`;
    case 'only':
      return `everything that only the ${at.side} version has${whose}`;
  }
}

function lastOf(path: string): string {
  return (
    path
      .replace(/(\[\]|\{\})+$/, '')
      .split('.')
      .at(-1) ?? ''
  );
}
