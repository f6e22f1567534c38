/** Two trees of plain data → the second, made of the parts of the first wherever they say the same. */

/**
 * Equal in every respect to `next`, the order of keys included; what equals its counterpart in `former` is that very
 * object. Only plain objects and lists are looked into.
 */
export function alike<Value>(former: Value, next: Value): Value {
  if (former === next || typeof former !== 'object' || typeof next !== 'object') return next;
  if (former === null || next === null) return next;
  if (Array.isArray(former)) return Array.isArray(next) ? (list(former, next) as Value) : next;
  return isPlain(former) && isPlain(next) ? (object(former, next) as Value) : next;
}

type Plain = Readonly<Record<string, unknown>>;

function object(former: Plain, next: Plain): Plain {
  const keys = Object.keys(next);
  const before = Object.keys(former);
  // Most are the same: nothing is made until something differs.
  let same = 0;
  let differing: unknown;
  for (; same < keys.length; same += 1) {
    const key = keys[same] ?? '';
    if (before[same] !== key) break;
    differing = alike(former[key], next[key]);
    if (differing !== former[key]) break;
  }
  if (same === keys.length && same === before.length) return former;
  const values = keys.map((key, index) => {
    if (index < same) return former[key];
    if (!Object.hasOwn(former, key)) return next[key];
    return index === same && before[index] === key ? differing : alike(former[key], next[key]);
  });
  const isTaken = keys.some((key, index) => values[index] !== next[key]);
  return isTaken ? Object.fromEntries(keys.map((key, index) => [key, values[index]])) : next;
}

/** Entries that were put in or taken out move those behind them: these are found from the end. */
function list(former: readonly unknown[], next: readonly unknown[]): readonly unknown[] {
  const common = Math.min(former.length, next.length);
  let start = 0;
  let differing: unknown;
  for (; start < common; start += 1) {
    differing = alike(former[start], next[start]);
    if (differing !== former[start]) break;
  }
  if (start === former.length && start === next.length) return former;
  const values = [...former.slice(0, start), ...next.slice(start)];
  // What follows the first difference has not been looked at yet, on either side; what differs there has.
  let [end, last] = [next.length - 1, former.length - 1];
  for (; end >= start && last >= start && end + last > 2 * start; end -= 1, last -= 1) {
    const value = alike(former[last], next[end]);
    if (value !== former[last]) break;
    values[end] = value;
  }
  // Nothing of `former` may come to stand in two places: what is known of an object by its place would be lost.
  if (start <= Math.min(end, last)) values[start] = differing;
  for (let index = start + 1; index <= Math.min(end, last); index += 1)
    values[index] = alike(former[index], next[index]);
  return values.some((value, index) => value !== next[index]) ? values : next;
}

function isPlain(value: object): value is Plain {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
