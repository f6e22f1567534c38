/** A rule of the IR → the sentence that states it: its condition, followed by its reason. */

/** The properties of a rule that its sentence uses. */
export interface StatedRule {
  readonly kind: string;
  readonly fields?: readonly string[];
  readonly value?: string | number | boolean | readonly (string | number | boolean)[];
  /** The reason in words. */
  readonly sentence: string;
}

/** The parts of the sentence that states a condition. */
interface ConditionParts {
  readonly first: string;
  readonly second: string;
  /** All fields, in code spans. */
  readonly fields: readonly string[];
  readonly value: string;
}

/** The sentence of each kind of condition. A rule about one number has none: its reason names the values. */
const conditions: ReadonlyMap<string, (parts: ConditionParts) => string> = new Map([
  ['only-when', ({ first, second, value }) => `${first} may be given only when ${second} is ${oneOf(value)}`],
  ['not-when', ({ first, second, value }) => `${first} must not be given when ${second} is ${oneOf(value)}`],
  ['needs-when', ({ first, second, value }) => `${first} must be given when ${second} is ${oneOf(value)}`],
  ['requires', ({ first, second }) => `${first} may be given only together with ${second}`],
  ['excludes', ({ first, second }) => `${first} and ${second} must not be given together`],
  ['greater-than', ({ first, second }) => `${first} must be greater than ${second}, if both are given`],
  ['not-less-than', ({ first, second }) => `${first} must be at least ${second}, if both are given`],
  ['exactly-one-of', ({ fields }) => counted('Exactly one', fields)],
  ['at-least-one-of', ({ fields }) => counted('At least one', fields)],
  ['at-most-one-of', ({ fields }) => (fields.length === 1 ? '' : `At most one of ${list(fields, 'and')} may be given`)],
  ['max-entries', ({ fields, value }) => `${list(fields, 'and')} may have at most ${entries(value, fields.length)}`],
  ['defaults-to', ({ first, second }) => `${first} defaults to the value of ${second}`],
]);

/** Returns each rule of a declaration once; rules with the same reason share a sentence. */
export function ruleSentences(rules: readonly StatedRule[] = []): readonly string[] {
  // Most declarations have none.
  if (rules.length === 0) return [];
  const byReason = new Map<string, Set<string>>();
  for (const rule of rules) {
    const shared = byReason.get(rule.sentence) ?? new Set();
    byReason.set(rule.sentence, shared.add(conditionOf(rule)));
  }
  return [...byReason]
    .map(([reason, shared]) => [...[...shared].filter(Boolean).map((condition) => `${condition}.`), reason])
    .map((sentences) => sentences.filter(Boolean).join(' '))
    .filter(Boolean);
}

/** Returns the sentence of one rule: "`Leash` must not be given when `Kind` is `cat`. Cats walk alone." */
export function ruleSentence(rule: StatedRule): string {
  return ruleSentences([rule])[0] ?? '';
}

/** Returns the condition of a rule; it is empty if the reason already names every field. */
function conditionOf({ kind, fields = [], value, sentence }: StatedRule): string {
  if (fields.length === 0 || (sentence !== '' && fields.every((field) => isNamed(field, sentence)))) return '';
  const spans = fields.map(codeSpan);
  const [first = '', second = ''] = spans;
  return conditions.get(kind)?.({ first, second, fields: spans, value: String(value) }) ?? '';
}

function isNamed(field: string, sentence: string): boolean {
  const name = field.slice(field.lastIndexOf('.') + 1);
  return [...sentence.matchAll(/`([^`]*)`/g)].some(([, span = '']) => span === name || span.endsWith(`.${name}`));
}

function counted(count: string, fields: readonly string[]): string {
  return fields.length === 1 ? `${fields.join('')} must be given` : `${count} of ${list(fields, 'and')} must be given`;
}

function entries(most: string, fields: number): string {
  return `${countText(most, 'entry')}${fields > 1 ? ' each' : ''}`;
}

const plurals = { character: 'characters', entry: 'entries', item: 'items', property: 'properties' } as const;

/** Returns a number with what it counts: `1 item`, `2 items`. */
export function countText(count: number | string, unit: keyof typeof plurals): string {
  return `${count} ${Number(count) === 1 ? unit : plurals[unit]}`;
}

/**
 * Returns alternative values as a list. They are separated by bars; an empty one means an absent value, a final `*` any
 * suffix.
 */
function oneOf(value: string): string {
  return list(value.split('|').map(valueText), 'or');
}

function valueText(value: string): string {
  if (value === '') return 'not given';
  return codeSpan(value.endsWith('*') ? `${value.slice(0, -1)}…` : value);
}

function list(texts: readonly string[], word: string): string {
  const [last = '', ...others] = texts.toReversed();
  return others.length === 0 ? last : `${others.toReversed().join(', ')} ${word} ${last}`;
}

/** Returns a CommonMark code span around any text. */
export function codeSpan(text: string): string {
  const line = text.replace(/\s+/g, ' ').replace(invisible, escapeCharacter);
  if (!line.includes('`')) return line.trim() === '' ? `\`"${line}"\`` : `\`${line}\``;
  const longest = Math.max(...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence} ${line} ${fence}`;
}

const invisible = /(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;

function escapeCharacter(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}
