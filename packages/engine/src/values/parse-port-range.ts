/** Parses the ports of a request. */

/** Parses a port or a range; an empty string is port 0. @returns undefined for an invalid string */
export function parsePortRange(text: string): { readonly first: number; readonly last: number } | undefined {
  const [all, first = '0', last = first] = /^(?:(\d+)(?:-(\d+))?)?$/.exec(text) ?? [];
  return all === undefined ? undefined : { first: Number(first), last: Number(last) };
}
