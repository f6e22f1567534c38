/** Turns rules about the properties of objects into edits of JSON texts, for which nothing has to be decoded. */
import { isRecord, pathOf, type Condition, type ReplaceRule, type Rule, type RuleValue } from '@lading/runtime-overlay';
import { EditBranch } from './edit-branch.js';
import { equals, isComparable, isEmptyArray, isEmptyString, isThere, literalOf } from './json-literal.js';
import { TextEditor } from './text-editor.js';

/**
 * Returns a JSON text as rules convert it, with a line break at its end; undefined if it has to be decoded for that. What the rules
 * do not need is not checked.
 *
 * @param text with a character for each byte, as is the result
 */
export type TextEdit = (text: string) => string | undefined;

/** @param rules about a body, in their order; undefined is returned if they cannot be applied to a text */
export function textEditOf(rules: readonly Rule[]): TextEdit | undefined {
  const root = new EditBranch();
  const isPossible = rules.length > 0 && rules.every((rule) => addRule(root, rule)) && !root.isMixed;
  if (!isPossible) return undefined;
  return (text) => {
    const edited = new TextEditor(text).edit(root);
    return edited === undefined ? undefined : `${edited}\n`;
  };
}

/** Returns whether the rule could be added. */
function addRule(root: EditBranch, rule: Rule): boolean {
  // Losses of responses are not reported.
  if (rule.rule === 'warn') return true;
  const { at, when = [] } = rule;
  const { body = '' } = at;
  const path = pathOf(body);
  if (rule.rule === 'replace' && isRecord(rule.from)) return addReplacedProperties(root.at(path), rule);
  const last = path.at(-1);
  const branch = root.at(path.slice(0, -1));
  if (typeof last !== 'object' || branch === undefined) return false;
  const indexOf = (name: string): number | undefined => (/[.[{]/.test(name) ? undefined : branch.indexOf(name));
  if (rule.rule === 'set') {
    // Absent objects on the way are created.
    if (path.slice(0, -1).some((segment) => typeof segment === 'object')) return false;
    branch.creates = true;
  }
  const index = branch.indexOf(last.name);
  const parent = body.slice(0, body.length - last.name.length);
  const change = changeOf(rule, (from) => (from.startsWith(parent) ? indexOf(from.slice(parent.length)) : undefined));
  const conditions = when.map((condition) => holdsOf(condition, condition.of === '' ? index : indexOf(condition.of)));
  if (change === undefined || conditions.includes(undefined)) return false;
  branch.edits.push((values) => {
    if (conditions.every((holds) => holds?.(values))) values[index] = change(values[index] ?? '', values);
  });
  return true;
}

/** Replaces some properties of an object if it has certain values. */
function addReplacedProperties(branch: EditBranch | undefined, { from, value, when }: ReplaceRule): boolean {
  if (branch === undefined || !isRecord(from) || !isRecord(value) || when !== undefined) return false;
  const compared = Object.entries(from as Readonly<Record<string, RuleValue>>);
  if (!compared.every(([, one]) => isComparable(one))) return false;
  const tests = compared.map(([name, one]) => ({ index: branch.indexOf(name), is: equals(one) }));
  const written = Object.entries(value as Readonly<Record<string, RuleValue>>).map(([name, one]) => ({
    index: branch.indexOf(name),
    text: literalOf(one),
  }));
  branch.edits.push((values) => {
    if (!tests.every(({ index, is }) => is(values[index] ?? ''))) return;
    for (const { index, text } of written) values[index] = text;
  });
  return true;
}

/** Returns the new text of a value. */
type Change = (value: string, values: readonly string[]) => string;

/** @param indexOf returns the index of a property by its path */
function changeOf(rule: Rule, indexOf: (path: string) => number | undefined): Change | undefined {
  switch (rule.rule) {
    case 'drop':
      return () => '';
    case 'set': {
      const text = literalOf(rule.value);
      return () => text;
    }
    case 'default': {
      const text = literalOf(rule.value);
      return (value) => (isThere(value) ? value : text);
    }
    case 'replace': {
      if (!isComparable(rule.from)) return undefined;
      const [is, text] = [equals(rule.from), literalOf(rule.value)];
      return (value) => (is(value) ? text : value);
    }
    case 'fill': {
      const from = rule.by === 'copy' ? indexOf(rule.from) : undefined;
      if (from === undefined) return undefined;
      return (value, values) => {
        const filling = values[from] ?? '';
        const isEmpty = !isThere(value) || isEmptyArray(value);
        return isEmpty && isThere(filling) && !isEmptyString(filling) ? filling : value;
      };
    }
    default:
      return undefined;
  }
}

type Holds = (values: readonly string[]) => boolean;

/** @param index of the property that the condition is about */
function holdsOf({ is, not }: Condition, index: number | undefined): Holds | undefined {
  if (index === undefined || not !== undefined) return undefined;
  const valueOf = (values: readonly string[]): string => values[index] ?? '';
  if (is === 'present') return (values) => isThere(valueOf(values));
  if (is === 'absent') return (values) => !isThere(valueOf(values));
  if (typeof is !== 'object' || !is.every(isComparable)) return undefined;
  const tests = is.map(equals);
  // Null also matches absence.
  return (values) => tests.some((test) => test(valueOf(values) || 'null'));
}
