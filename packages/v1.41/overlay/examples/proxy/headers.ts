/** Headers on their way through: those sent several times stay apart, those of one connection stay behind. */

/** Names in lower case. */
export type Headers = Readonly<Record<string, string | readonly string[]>>;

/** They are of a connection, of which there are two here. */
const hopByHop =
  /^(connection|keep-alive|proxy-authenticate|proxy-authorization|proxy-connection|te|trailer|transfer-encoding|upgrade|expect|host)$/;

export function forwardedHeaders(headers: NodeJS.Dict<string[]>): Headers {
  const listed = new Set((headers['connection'] ?? []).flatMap((value) => value.toLowerCase().split(/\s*,\s*/)));
  const forwarded: Record<string, string | readonly string[]> = {};
  for (const [name, values] of Object.entries(headers)) {
    if (values === undefined || hopByHop.test(name) || listed.has(name)) continue;
    forwarded[name] = values.length === 1 ? (values[0] as string) : values;
  }
  return forwarded;
}

/** As conversions read and write them. */
export function joinedValues(headers: Headers): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]));
}

/** Takes apart again what was joined and left alone since. */
export function restoreRepeated(headers: Readonly<Record<string, string>>, original: Headers): Headers {
  const joined = joinedValues(original);
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, joined[name] === value ? (original[name] ?? value) : value]),
  );
}
