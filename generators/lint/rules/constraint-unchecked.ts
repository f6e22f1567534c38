/**
 * Constraints of values that generated servers do not check: a value that violates them reaches the handler. There is
 * one finding for each kind of constraint.
 */
import { get, isObject, type JsonObject } from '../../document/index.js';
import { groupBy } from '../group-by.js';
import type { Remark, LintRule } from '../rule.js';

/** The references whose target depends on the schemas around them. */
const keywords = ['$dynamicRef', '$recursiveRef'];

/** The formats of JSON Schema that are not checked. Other names of formats constrain nothing. */
const formats: ReadonlySet<unknown> = new Set([
  ...['duration', 'idn-email', 'idn-hostname', 'iri', 'iri-reference', 'json-pointer', 'regex'],
  ...['relative-json-pointer', 'uri-reference', 'uri-template'],
]);

export const constraintUnchecked: LintRule = {
  name: 'constraint-unchecked',
  severity: 'warning',
  check: ({ schemas }) => {
    const found = schemas.flatMap(({ path, value }) => uncheckedIn(value).map((one) => ({ path, ...one })));
    return [...groupBy(found, ({ constraint }) => constraint)].flatMap(([constraint, group]): readonly Remark[] => {
      const [first] = group;
      if (first === undefined) return [];
      const times = group.length === 1 ? '' : ` (${group.length} times)`;
      const sentence = `Generated servers do not check ${constraint}${times}: check them in the handlers.`;
      return [{ path: [...first.path, first.keyword], sentence }];
    });
  },
};

interface Unchecked {
  readonly keyword: string;
  readonly constraint: string;
}

function uncheckedIn(schema: JsonObject): readonly Unchecked[] {
  const found: Unchecked[] = [];
  for (const keyword of keywords)
    if (get(schema, keyword) !== undefined) found.push({ keyword, constraint: `"${keyword}"` });
  const format = get(schema, 'format');
  if (formats.has(format)) found.push({ keyword: 'format', constraint: `the format "${String(format)}"` });
  const byKey = get(schema, 'patternProperties');
  const patterns = [
    ['pattern', get(schema, 'pattern')] as const,
    ...(isObject(byKey) ? Object.keys(byKey).map((pattern) => ['patternProperties', pattern] as const) : []),
  ];
  for (const [keyword, pattern] of patterns) {
    const reason = typeof pattern === 'string' ? reasonOf(pattern) : undefined;
    if (reason !== undefined) found.push({ keyword, constraint: `patterns ${reason}` });
  }
  return found;
}

/** Returns why the runtime of servers does not match strings with a pattern; undefined if it does. */
function reasonOf(pattern: string): string | undefined {
  try {
    // Without the flag, `\p{Print}` is the letter with a brace.
    new RegExp(pattern, /\\p\{/i.test(pattern) ? 'u' : '');
  } catch {
    return 'that are no regular expressions of JavaScript';
  }
  const unescaped = pattern.replaceAll(/\\[^\dk]|\[(?:\\[^]|[^\]\\])*\]/g, '');
  if (/\\[1-9k]/.test(unescaped)) return 'with references to groups';
  return /\(\?(?!:|<[^=!])/.test(unescaped) ? 'with (?=…) or (?<=…)' : undefined;
}
