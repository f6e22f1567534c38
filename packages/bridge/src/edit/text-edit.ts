/** Turns rules about the properties of objects into edits of JSON texts, for which nothing has to be decoded. */
import {
  isRecord,
  pathOf,
  type Condition,
  type ReplaceRule,
  type Rule,
  type RuleValue,
} from '@lading/runtime-conversion';
import { EditBranch } from './edit-branch.js';
import type { Edit, Test, Write } from './edited-object.js';
import { isComparable, Literal, literalOf } from './json-literal.js';
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
    root.release();
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
  const edit = editOf(rule, index, (from) =>
    from.startsWith(parent) ? indexOf(from.slice(parent.length)) : undefined,
  );
  const tests = when.map((condition) => testOf(condition, condition.of === '' ? index : indexOf(condition.of)));
  if (edit === undefined || !tests.every((test) => test !== undefined)) return false;
  branch.edits.push({ ...edit, tests: [...tests, ...edit.tests] });
  return true;
}

/** Replaces some properties of an object if it has certain values. */
function addReplacedProperties(branch: EditBranch | undefined, { from, value, when }: ReplaceRule): boolean {
  if (branch === undefined || !isRecord(from) || !isRecord(value) || when !== undefined) return false;
  const compared = Object.entries(from as Readonly<Record<string, RuleValue>>);
  if (!compared.every(([, one]) => isComparable(one))) return false;
  const tests = compared.map(([name, one]) => isOneOf(branch.indexOf(name), [one]));
  const writes = Object.entries(value as Readonly<Record<string, RuleValue>>).map(([name, one]) =>
    written(branch.indexOf(name), one),
  );
  branch.edits.push({ tests, writes });
  return true;
}

/**
 * Returns what a rule does to a property.
 *
 * @param indexOf returns the index of a property by its path
 */
function editOf(rule: Rule, index: number, indexOf: (path: string) => number | undefined): Edit | undefined {
  switch (rule.rule) {
    case 'drop':
      return { tests: [], writes: [{ index, text: '', from: undefined }] };
    case 'set':
      return { tests: [], writes: [written(index, rule.value)] };
    case 'default':
      return { tests: [isAbsent(index)], writes: [written(index, rule.value)] };
    case 'replace':
      if (!isComparable(rule.from)) return undefined;
      return { tests: [isOneOf(index, [rule.from])], writes: [written(index, rule.value)] };
    case 'fill': {
      const from = rule.by === 'copy' ? indexOf(rule.from) : undefined;
      if (from === undefined) return undefined;
      return {
        tests: [isAbsent(index, [[]]), { ...isAbsent(from, ['']), isNegated: true }],
        writes: [{ index, text: '', from }],
      };
    }
    default:
      return undefined;
  }
}

function written(index: number, value: RuleValue): Write {
  return { index, text: literalOf(value), from: undefined };
}

function isOneOf(index: number, values: readonly RuleValue[]): Test {
  return { index, literals: values.map((value) => new Literal(value)), matchesAbsence: false, isNegated: false };
}

/** Whether a value is absent, null, or one of others. */
function isAbsent(index: number, others: readonly RuleValue[] = []): Test {
  return { ...isOneOf(index, [null, ...others]), matchesAbsence: true };
}

/** @param index of the property that the condition is about */
function testOf({ is, not }: Condition, index: number | undefined): Test | undefined {
  if (index === undefined || not !== undefined) return undefined;
  if (is === 'present' || is === 'absent') return { ...isAbsent(index), isNegated: is === 'present' };
  if (typeof is !== 'object' || !is.every(isComparable)) return undefined;
  // Null also matches absence.
  return { ...isOneOf(index, is), matchesAbsence: is.includes(null) };
}
