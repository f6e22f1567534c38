/** Removal of hop-by-hop headers, which concern only one connection. */

const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Returns the headers without hop-by-hop headers, including those that `Connection` names. */
export function endToEndHeaders<Value>(headers: Readonly<Record<string, Value>>): Record<string, Value> {
  const entries = Object.entries(headers);
  const named = new Set(
    entries
      .filter(([name]) => name.toLowerCase() === 'connection')
      .flatMap(([, value]) => [value].flat().join(',').toLowerCase().split(','))
      .map((option) => option.trim()),
  );
  return Object.fromEntries(
    entries.filter(([name]) => !hopByHop.has(name.toLowerCase()) && !named.has(name.toLowerCase())),
  );
}
