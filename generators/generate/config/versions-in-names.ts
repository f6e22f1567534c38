/**
 * Returns the versions that the names of documents state: `ghes-3.17.json` and `ghes-3.19.json`, or `v1/api.yaml` and
 * `v2/api.yaml`.
 *
 * @returns undefined unless the names differ in exactly one number, which is another one in each
 */
export function versionsInNames(files: readonly string[]): readonly string[] | undefined {
  const numbers = files.map((file) => file.replace(/\.\w+$/, '').match(/\d+(?:[._-]\d+)*/g) ?? []);
  const [first = []] = numbers;
  if (numbers.some(({ length }) => length !== first.length)) return undefined;
  const differing = first
    .map((_, position) => [...new Set(numbers.map((each) => each[position] ?? ''))])
    .filter((each) => each.length > 1);
  const [versions = [], ...others] = differing;
  if (others.length > 0 || versions.length < files.length) return undefined;
  return versions.map((version) => (/^\d{4}-\d\d-\d\d$/.test(version) ? version : version.replace(/[_-]/g, '.')));
}
