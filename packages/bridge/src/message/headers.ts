/** Forwards headers: repeated ones stay separate, hop-by-hop ones are left out. */

/** Headers, with names in lower case. */
export type Headers = Readonly<Record<string, string | readonly string[]>>;

/** The headers that apply to one connection only. */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'host',
]);

/** @param raw names and values in turn, as received */
export function forwardedHeaders(raw: readonly string[]): Headers {
  const forwarded: Record<string, string | readonly string[]> = {};
  let connection: string | undefined;
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index]?.toLowerCase() ?? '';
    const value = raw[index + 1] ?? '';
    if (name === 'connection') connection = connection === undefined ? value : `${connection},${value}`;
    if (hopByHop.has(name)) continue;
    const before = forwarded[name];
    forwarded[name] = before === undefined ? value : [...[before].flat(), value];
  }
  for (const name of connectionNames(connection)) delete forwarded[name];
  return forwarded;
}

/** Returns the headers to forward as they were received, names and values in turn. */
export function forwardedPairs(raw: readonly string[]): string[] {
  const forwarded: string[] = [];
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] ?? '';
    const value = raw[index + 1] ?? '';
    const lowerCase = name.toLowerCase();
    if (!hopByHop.has(lowerCase)) forwarded.push(name, value);
    else if (lowerCase === 'connection' && connectionNames(value).size > 0) return pairsOf(forwardedHeaders(raw));
  }
  return forwarded;
}

/** Returns names and values in turn. */
export function pairsOf(headers: Headers): string[] {
  return Object.entries(headers).flatMap(([name, value]) => [value].flat().flatMap((one) => [name, one]));
}

/** The headers that `Connection` names. */
function connectionNames(value: string | undefined): ReadonlySet<string> {
  if (value === undefined || value === 'keep-alive' || value === 'close') return none;
  return new Set(value.toLowerCase().split(/\s*,\s*/));
}

const none: ReadonlySet<string> = new Set();

/** Joins repeated headers, as conversions read and write them. */
export function joinedValues(headers: Headers): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]));
}

/** Splits joined headers again that have not changed since. */
export function restoreRepeated(headers: Readonly<Record<string, string>>, original: Headers): Headers {
  const joined = joinedValues(original);
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, joined[name] === value ? (original[name] ?? value) : value]),
  );
}
