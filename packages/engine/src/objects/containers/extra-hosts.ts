/** The names that a request adds to the file of hosts. */

/** Parses entries in the form `name:address` or `name=address`, whose address may be of IPv6. The first of a name applies. */
export function hostsOf(entries: readonly string[]): ReadonlyMap<string, string> {
  const hosts = new Map<string, string>();
  for (const entry of entries) {
    const [, name, address] = /^([^:=]+)[:=](.*)$/.exec(entry) ?? [];
    if (name !== undefined && address !== undefined && !hosts.has(name)) hosts.set(name, address);
  }
  return hosts;
}
