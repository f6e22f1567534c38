/** Versions of packages: order, line, the next patch. */

interface Parts {
  readonly numbers: readonly [number, number, number];
  readonly prerelease: string;
}

function parts(version: string): Parts {
  const match = /^(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+.*)?$/.exec(version);
  if (!match) throw new TypeError(`${version} is no version; write three numbers: 1.44.0`);
  return { numbers: [Number(match[1]), Number(match[2]), Number(match[3])], prerelease: match[4] ?? '' };
}

/** Below zero when `a` comes before `b`. A prerelease comes before its release; their numbers count as numbers. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [parts(a), parts(b)];
  for (const at of [0, 1, 2] as const) {
    if (left.numbers[at] !== right.numbers[at]) return left.numbers[at] - right.numbers[at];
  }
  if (left.prerelease === '' || right.prerelease === '') {
    return Number(left.prerelease === '') - Number(right.prerelease === '');
  }
  return left.prerelease.localeCompare(right.prerelease, 'en', { numeric: true });
}

/** `1.44` of `1.44.2`: what users of a version stay on. */
export function lineOf(version: string): string {
  return parts(version).numbers.slice(0, 2).join('.');
}

export function isPrerelease(version: string): boolean {
  return parts(version).prerelease !== '';
}

export function nextPatch(version: string): string {
  const [major, minor, patch] = parts(version).numbers;
  return `${major}.${minor}.${patch + 1}`;
}

/** The greatest of some versions. */
export function newest(versions: readonly string[]): string | undefined {
  return versions.reduce<string | undefined>(
    (best, one) => (best === undefined || compareVersions(one, best) > 0 ? one : best),
    undefined,
  );
}

/** Whether a range as our packages write them, `^1.2.3`, `1.2.3` or `*`, takes a version. */
export function accepts(range: string, version: string): boolean {
  if (range === '*') return true;
  const caret = range.startsWith('^');
  const least = caret ? range.slice(1) : range;
  if (!caret) return compareVersions(least, version) === 0;
  const [from, to] = [parts(least).numbers, parts(version).numbers];
  const fixed = from[0] > 0 ? 1 : from[1] > 0 ? 2 : 3;
  return from.slice(0, fixed).every((number, at) => number === to[at]) && compareVersions(version, least) >= 0;
}
