/** Whether an answer is as wanted: every member that the story mentions, and none that it does not. */

/** A member that differs. */
export interface Mismatch {
  /** A JSON pointer. */
  readonly at: string;
  readonly wanted: string;
  readonly got: unknown;
}

type Matcher = (wanted: unknown, got: unknown, at: string) => readonly Mismatch[];

/**
 * Objects have at least the members that are wanted, lists exactly the entries. An object of one member that begins
 * with `$` says more:
 *
 * `$any: true` is there, `$absent: true` is not; `$type: string`; `$matches: ^a` a regular expression; `$contains: [..]`
 * a list with an entry like each; `$oneOf: [..]`; `$not: x`; `$atLeast: 1`; `$empty: true` null, absent or no entries;
 * `$length: 2`; `$every: x` each entry or value.
 */
export function mismatches(wanted: unknown, got: unknown, at = ''): readonly Mismatch[] {
  const matcher = matcherOf(wanted);
  if (matcher !== undefined) return matcher.match(matcher.argument, got, at);
  if (Array.isArray(wanted)) {
    if (!Array.isArray(got) || got.length !== wanted.length) return no(at, wanted, got);
    return wanted.flatMap((one, index) => mismatches(one, got[index], `${at}/${index}`));
  }
  if (isObject(wanted)) {
    if (!isObject(got)) return no(at, wanted, got);
    return Object.entries(wanted).flatMap(([key, one]) =>
      mismatches(one, Object.hasOwn(got, key) ? got[key] : undefined, `${at}/${key}`),
    );
  }
  return Object.is(wanted, got) ? [] : no(at, wanted, got);
}

const matchers: Readonly<Record<string, Matcher>> = {
  $any: (_wanted, got, at) => (got === undefined || got === null ? no(at, 'anything', got) : []),
  $absent: (_wanted, got, at) => (got === undefined ? [] : no(at, 'nothing', got)),
  $type: (wanted, got, at) => (kindOf(got) === wanted ? [] : no(at, wanted, got)),
  $matches: (wanted, got, at) =>
    typeof got === 'string' && new RegExp(String(wanted), 's').test(got) ? [] : no(at, `/${String(wanted)}/`, got),
  $contains: (wanted, got, at) =>
    typeof got === 'string'
      ? entries(wanted).flatMap((one) => (got.includes(String(one)) ? [] : no(at, `a text with ${String(one)}`, got)))
      : entries(wanted).flatMap((one) =>
          Array.isArray(got) && got.some((entry) => mismatches(one, entry).length === 0)
            ? []
            : no(at, { $contains: one }, got),
        ),
  $oneOf: (wanted, got, at) =>
    entries(wanted).some((one) => mismatches(one, got).length === 0) ? [] : no(at, { $oneOf: wanted }, got),
  $not: (wanted, got, at) => (mismatches(wanted, got).length > 0 ? [] : no(at, { $not: wanted }, got)),
  $atLeast: (wanted, got, at) => (Number(got) >= Number(wanted) ? [] : no(at, { $atLeast: wanted }, got)),
  $empty: (_wanted, got, at) =>
    got === undefined || got === null || got === '' || (isObject(got) ? Object.keys(got) : entries(got)).length === 0
      ? []
      : no(at, 'nothing in it', got),
  $length: (wanted, got, at) =>
    (Array.isArray(got) || typeof got === 'string') && got.length === wanted ? [] : no(at, { $length: wanted }, got),
  $every: (wanted, got, at) =>
    typeof got === 'object' && got !== null
      ? Object.entries(got).flatMap(([key, one]) => mismatches(wanted, one, `${at}/${key}`))
      : no(at, { $every: wanted }, got),
};

function matcherOf(wanted: unknown): { readonly match: Matcher; readonly argument: unknown } | undefined {
  if (!isObject(wanted)) return undefined;
  const [entry, ...more] = Object.entries(wanted);
  if (entry === undefined || more.length > 0 || !Object.hasOwn(matchers, entry[0])) return undefined;
  const match = matchers[entry[0]];
  return match && { match, argument: entry[1] };
}

function no(at: string, wanted: unknown, got: unknown): readonly Mismatch[] {
  return [{ at: at === '' ? '/' : at, wanted: typeof wanted === 'string' ? wanted : JSON.stringify(wanted), got }];
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : Number.isInteger(value) ? 'integer' : typeof value;
}

function entries(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [value];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
