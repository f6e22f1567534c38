/** Databases as the content of a file. */
import type { Database, TypedValue } from './database.js';
import type { Stream } from './stream.js';

const magic = 'LADING0001\n';

interface StoredKey {
  readonly key: string;
  readonly expires?: number;
  readonly type: TypedValue['type'];
  readonly value: unknown;
}

export function storeDatabases(databases: readonly Database[]): string {
  const all = databases.map((database) =>
    database.keys().flatMap((key): StoredKey[] => {
      const entry = database.entry(key);
      const expires = database.expiryOf(key);
      if (entry === undefined) return [];
      return [{ key, ...(expires !== undefined && { expires }), type: entry.type, value: plain(entry) }];
    }),
  );
  return (
    magic +
    JSON.stringify(all, (_, value: unknown) =>
      typeof value === 'bigint' ? `${value}n` : value === Infinity || value === -Infinity ? String(value) : value,
    )
  );
}

/** @returns the number of keys; undefined for the file of a real server, which is not read */
export function restoreDatabases(content: string, databases: readonly Database[]): number | undefined {
  if (!content.startsWith(magic)) return undefined;
  let count = 0;
  for (const [index, keys] of (JSON.parse(content.slice(magic.length)) as StoredKey[][]).entries()) {
    for (const { key, expires, type, value } of keys) {
      databases[index]?.put(key, { type, value: revived(type, value) } as TypedValue);
      if (expires !== undefined) databases[index]?.expire(key, expires);
      count += 1;
    }
  }
  return count;
}

function plain({ type, value }: TypedValue): unknown {
  if (type === 'string' || type === 'list') return value;
  if (type !== 'stream') return [...value];
  const groups = [...value.groups].map(([name, { consumers, pending, ...group }]) => [
    name,
    { ...group, consumers: [...consumers], pending: [...pending] },
  ]);
  return { ...value, groups };
}

function revived(type: TypedValue['type'], value: unknown): unknown {
  if (type === 'set') return new Set(value as string[]);
  if (type === 'hash') return new Map(value as [string, string][]);
  // JSON has no infinite numbers: they are stored as strings.
  if (type === 'zset') return new Map((value as [string, unknown][]).map(([member, score]) => [member, Number(score)]));
  if (type !== 'stream') return value;
  const stream = withBigints(value) as Stream & { readonly groups: unknown };
  const groups = (stream.groups as unknown as [string, { consumers: []; pending: [] }][]).map(
    ([name, group]) =>
      [name, { ...group, consumers: new Map(group.consumers), pending: new Map(group.pending) }] as const,
  );
  return { ...stream, groups: new Map(groups) };
}

/** Reads the numbers of ids, which are written as `1n`. */
function withBigints(value: unknown, name = ''): unknown {
  if ((name === 'time' || name === 'sequence') && typeof value === 'string') return BigInt(value.slice(0, -1));
  if (Array.isArray(value)) return value.map((each) => withBigints(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withBigints(each, key)]));
}
