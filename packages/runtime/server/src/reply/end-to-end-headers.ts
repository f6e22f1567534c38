/** What of a response's headers concerns more than the connection that it came on. */

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

/** Without those of one connection: by their name, or because `Connection` names them. */
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
