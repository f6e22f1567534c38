import { collect } from './collect.js';
import { holdsOf, type Holds } from './condition.js';
import { put, type Draft } from './draft.js';
import { edit, editor, REMOVED, type Change, type EditOptions } from './edit.js';
import { isEqual, isGiven, isList, isRecord, isThere, keysFor, own } from './json.js';
import type { RequestLoss, AddLoss, Apply } from './message.js';
import { isSameSegment, pathOf, type Segment } from './path.js';
import { everyDepth, outermostOf } from './recursion.js';
import { Refusal } from './refusal.js';
import {
  type ConvertRule,
  type FillRule,
  type RenameRule,
  type ReplaceRule,
  type Rule,
  type HookRule,
  placeText,
} from './rule.js';

/** A rule `convert` with the function that it calls. */
export interface BoundRule extends ConvertRule {
  readonly convert: (value: unknown, of: unknown) => unknown;
}

/** A rule that is applied by itself, without a hook around the operation. */
export type AppliedRule = Exclude<Rule, HookRule | ConvertRule> | BoundRule;

/**
 * Returns the function that applies a rule.
 *
 * @param path from the root of the part: the body, all query parameters or all headers
 */
export function applyOf(rule: AppliedRule, path: readonly Segment[], anyCase: boolean): Apply {
  const applyWithin = (start: number): Apply => applyAt(rule, path, anyCase, start);
  return rule.recursion === undefined ? applyWithin(0) : everyDepth(rule.recursion, path, anyCase, applyWithin);
}

/** @param start the number of segments before the value that the rule is applied to */
function applyAt(rule: AppliedRule, whole: readonly Segment[], anyCase: boolean, start: number): Apply {
  const path = whole.slice(start);
  const holds = holdsOf(rule.when ?? [], anyCase);
  if (rule.rule === 'fill') {
    const from = pathOf(rule.from);
    const isWithin = whole.slice(0, start).every((segment, index) => isSameSegment(segment, from[index]));
    return isWithin ? fillOf(rule.by, from.slice(start), path, anyCase, holds) : (root) => root;
  }
  if (rule.rule === 'rename') return renameOf(rule, path, anyCase);
  const creates = rule.rule === 'set';
  const last = path.at(-1);
  const name = typeof last === 'object' ? last.name : undefined;
  return (root, draft, addLoss) =>
    edit(root, path, guarded(changeOf(rule, draft, addLoss, name), holds), { draft, anyCase, creates });
}

/**
 * Returns the path that must exist for the rule to act: the path of the value, or of the object that may lack it.
 *
 * @param path from the root of the part
 */
export function requiredPathOf(rule: AppliedRule, path: readonly Segment[]): readonly Segment[] {
  if (rule.recursion !== undefined && rule.rule !== 'set' && rule.rule !== 'fill')
    return outermostOf(rule.recursion, path);
  switch (rule.rule) {
    case 'drop':
    case 'replace':
      return path;
    case 'rename':
      return [...path.slice(0, -1), { name: rule.from }];
    case 'refuse':
    case 'warn':
      return rule.when === undefined ? path : path.slice(0, -1);
    case 'default':
    case 'convert':
      return path.slice(0, -1);
    case 'set':
    case 'fill':
      return [];
  }
}

/**
 * Returns the path below which the rule may write values that later rules find; undefined if it only removes values.
 *
 * @param path from the root of the part
 */
export function writtenPathOf(
  { rule, recursion }: AppliedRule,
  path: readonly Segment[],
): readonly Segment[] | undefined {
  switch (rule) {
    case 'default':
    case 'replace':
    case 'rename':
    case 'convert':
      return recursion === undefined ? path : outermostOf(recursion, path);
    // Including the objects on the way.
    case 'set':
    case 'fill':
      return path.slice(0, 1);
    default:
      return undefined;
  }
}

function guarded(change: Change, holds: Holds): Change {
  return (value, beside) => (holds(value, beside) ? change(value, beside) : value);
}

/** @param name of the property that the rule is applied to; undefined for entries */
function changeOf(
  rule: Exclude<AppliedRule, FillRule | RenameRule>,
  draft: Draft,
  addLoss: AddLoss,
  name: string | undefined,
): Change {
  const conditional = rule.when !== undefined;
  switch (rule.rule) {
    case 'default':
      return (value) => (isThere(value) ? value : rule.value);
    case 'set':
      return (value) => (isEqual(value, rule.value) ? value : rule.value);
    case 'replace':
      return (value) => replaced(value, rule, draft);
    case 'drop':
      return (value, beside) => {
        if (value === undefined) return value;
        if (rule.warning !== undefined && isGiven(value)) addLoss(lossOf(rule, rule.warning));
        const isConverted = name !== undefined && draft.reads?.has(draft.originalOf(beside), name) === true;
        if (rule.loss !== undefined && !isConverted)
          addLoss({ id: placeText(rule.at), message: rule.loss, isHeaderOnly: true });
        return REMOVED;
      };
    case 'warn':
      return (value) => {
        if (conditional || isGiven(value)) addLoss(lossOf(rule, rule.warning));
        return value;
      };
    case 'refuse':
      return (value, beside) => {
        if (!conditional && !isGiven(value)) return value;
        throw new Refusal(rule.status, filledMessage(rule.message, value, beside), rule.difference);
      };
    case 'convert':
      return (value, beside) => {
        if (value === undefined && rule.absent !== true) return value;
        const original = draft.originalOf(beside);
        const call = (of: unknown) => rule.convert(value, of);
        const converted = draft.reads === undefined ? call(original) : draft.reads.during(call, original);
        return converted === undefined && value !== undefined ? REMOVED : converted;
      };
  }
}

function lossOf({ difference, at }: Rule, message: string): RequestLoss {
  return { id: difference ?? placeText(at), message };
}

/** Fills in the placeholders of a message: `{}` is the value, `{Type}` a property beside it. */
function filledMessage(message: string, value: unknown, beside: unknown): string {
  return message.replace(/\{([\w.]*)\}/g, (_all, of: string) =>
    shown(of === '' ? value : collect(beside, pathOf(of), true)[0]),
  );
}

/** Formats a value for a message: an object as its keys, an array as its entries. */
function shown(value: unknown): string {
  if (isRecord(value)) return Object.keys(value).sort().join(', ');
  return isList(value) ? value.map(String).join(', ') : String(value ?? '');
}

function replaced(value: unknown, { from, value: to }: ReplaceRule, draft: Draft): unknown {
  if (!isRecord(from) || !isRecord(to)) return isEqual(value, from) ? to : value;
  if (!isRecord(value) || !Object.keys(from).every((key) => isEqual(own(value, key), own(from, key)))) return value;
  const copy = draft.record(value);
  for (const [key, property] of Object.entries(to)) put(copy, key, property);
  return copy;
}

/** Moves a property to the last name of the path, and replaces a value of that name. */
function renameOf({ from }: RenameRule, path: readonly Segment[], anyCase: boolean): Apply {
  const last = path.at(-1);
  const name = typeof last === 'object' ? last.name : '';
  return (root, draft) => {
    const rename: Change = (record) => {
      if (!isRecord(record)) return record;
      const spellings = keysFor(record, from, anyCase);
      const [first] = spellings;
      if (first === undefined) return record;
      const value = own(record, first);
      const others = [...spellings, ...(anyCase ? keysFor(record, name, true) : [])];
      const rest = others.reduce((result, key) => draft.without(result, key), record);
      const renamed = draft.record(rest);
      put(renamed, name, value);
      return renamed;
    };
    return edit(root, path.slice(0, -1), rename, { draft, anyCase, creates: false });
  };
}

/** Fills the path from another one. Both refer to the same entries as far as the paths are the same. */
function fillOf(
  by: FillRule['by'],
  from: readonly Segment[],
  path: readonly Segment[],
  anyCase: boolean,
  holds: Holds,
): Apply {
  const differs = path.findIndex((segment, index) => index === path.length - 1 || !isSameSegment(segment, from[index]));
  const [shared, rest, source] = [path.slice(0, differs), path.slice(differs), from.slice(differs)];
  return (root, draft) => {
    const options: EditOptions = { draft, anyCase, creates: true };
    let filling: unknown;
    const write = editor(
      rest,
      guarded((value) => (isEmpty(value) ? filling : value), holds),
      options,
    );
    const inEntry: Change = (entry) => {
      if (!isThere(entry)) return entry;
      filling = fillingOf(collect(entry, source, anyCase), by);
      if (filling === undefined) return entry;
      draft.release(filling);
      return write(entry);
    };
    return edit(root, shared, inEntry, { ...options, creates: false });
  };
}

function isEmpty(value: unknown): boolean {
  return !isThere(value) || (isList(value) && value.length === 0);
}

/** Returns the sum of the numbers; with a `bigint` among them, the sum is one. */
function sumOf(values: readonly unknown[]): number | bigint {
  const numbers = values.filter((one) => typeof one === 'number' || typeof one === 'bigint');
  const isExact = numbers.some((one) => typeof one === 'bigint') && !numbers.some((one) => isFraction(one));
  return isExact
    ? numbers.reduce<bigint>((sum, one) => sum + BigInt(one), 0n)
    : numbers.reduce<number>((sum, one) => sum + Number(one), 0);
}

function isFraction(value: unknown): boolean {
  return typeof value === 'number' && !Number.isInteger(value);
}

function fillingOf(values: readonly unknown[], by: FillRule['by']): unknown {
  const [value] = values;
  switch (by) {
    case 'copy':
      return value === '' ? undefined : (value ?? undefined);
    case 'sum':
      return sumOf(values);
    case 'first':
      return isList(value) ? value[0] : undefined;
    case 'list':
      return isGiven(value) ? [value] : undefined;
  }
}
