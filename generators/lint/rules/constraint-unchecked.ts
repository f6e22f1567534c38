/**
 * Constraints of values that generated servers, or validators too, do not check: a value that violates them reaches the
 * handler. There is one finding for each kind of constraint.
 */
import { get, isObject, type JsonObject } from '../../document/index.js';
import { contentForm } from '../../ir/index.js';
import { groupBy } from '../group-by.js';
import type { Inventory } from '../inventory.js';
import type { Remark, LintRule } from '../rule.js';
import type { DocumentSite } from '../site.js';

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
  check: ({ schemas, media, follow }) => {
    const found = [
      ...schemas.flatMap(({ path, value }) => uncheckedIn(value).map((one) => ({ path, ...one }))),
      ...media.flatMap((site) => uncheckedText(site, follow)),
    ];
    return [...groupBy(found, ({ constraint }) => constraint)].flatMap(([constraint, group]): readonly Remark[] => {
      const [first] = group;
      if (first === undefined) return [];
      const times = group.length === 1 ? '' : ` (${group.length} times)`;
      const sentence = `Generated ${first.by} do not check ${constraint}${times}: check them in the handlers.`;
      return [{ path: [...first.path, first.keyword], sentence }];
    });
  },
};

interface Unchecked {
  readonly by: 'servers' | 'servers and validators';
  readonly keyword: string;
  readonly constraint: string;
}

const all = 'servers and validators';
const noExpression = 'that are no regular expressions of JavaScript';

function uncheckedIn(schema: JsonObject): readonly Unchecked[] {
  const found: Unchecked[] = [];
  for (const keyword of keywords)
    if (get(schema, keyword) !== undefined) found.push({ by: all, keyword, constraint: `"${keyword}"` });
  const format = get(schema, 'format');
  if (formats.has(format)) found.push({ by: all, keyword: 'format', constraint: `the format "${String(format)}"` });
  const byKey = get(schema, 'patternProperties');
  const patterns = [
    ['pattern', get(schema, 'pattern')] as const,
    ...(isObject(byKey) ? Object.keys(byKey).map((pattern) => ['patternProperties', pattern] as const) : []),
  ];
  for (const [keyword, pattern] of patterns) {
    const reason = typeof pattern === 'string' ? reasonOf(pattern) : undefined;
    // Validators run every expression of JavaScript.
    const by = reason === noExpression ? all : 'servers';
    if (reason !== undefined) found.push({ by, keyword, constraint: `patterns ${reason}` });
  }
  return found;
}

/** Handlers receive the text of XML: its schema is that of the elements. Texts of one value are checked. */
function uncheckedText({ path, value }: DocumentSite, follow: Inventory['follow']): (Unchecked & DocumentSite)[] {
  const mediaType = path.at(-1) ?? '';
  const schema = get(value, 'schema');
  const isRequest = path.includes('requestBody') || path[1] === 'requestBodies';
  if (!isRequest || !isObject(schema) || contentForm({ mediaType, type: { kind: 'any' } }) !== 'text') return [];
  const target = follow({ path: [...path, 'schema'], value: schema })?.value ?? {};
  const constrains = ['properties', 'items', 'allOf', 'oneOf', 'anyOf', 'additionalProperties', 'required'];
  if (!constrains.some((keyword) => get(target, keyword) !== undefined)) return [];
  return [
    {
      by: 'servers',
      path,
      value,
      keyword: 'schema',
      constraint: `the contents of ${mediaType}, which handlers receive as text`,
    },
  ];
}

/** Returns why the runtime of servers does not match strings with a pattern; undefined if it does. */
function reasonOf(pattern: string): string | undefined {
  try {
    // Without the flag, `\p{Print}` is the letter with a brace.
    new RegExp(pattern, /\\p\{/i.test(pattern) ? 'u' : '');
  } catch {
    return noExpression;
  }
  const unescaped = pattern.replaceAll(/\\[^\dk]|\[(?:\\[^]|[^\]\\])*\]/g, '');
  if (/\\[1-9k]/.test(unescaped)) return 'with references to groups';
  return /\(\?(?![:=!<])/.test(unescaped) ? 'with flags of groups' : undefined;
}
