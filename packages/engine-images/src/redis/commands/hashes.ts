/** Commands of hashes. */
import { bigInteger, fitsInteger, float, integer, randomCount, randomOf } from '../arguments.js';
import type { Client } from '../client.js';
import { command, type Commands } from '../command.js';
import { ErrorReply, MapReply, ok, type Reply } from '../reply.js';
import { requireCursor, scan } from './keys.js';
import { decimalOf } from './strings.js';

function hashOf({ database }: Client, key: string): ReadonlyMap<string, string> {
  return database.get(key, 'hash') ?? new Map<string, string>();
}

function change<Result>({ database }: Client, key: string, action: (hash: Map<string, string>) => Result): Result {
  const hash = database.open(key, 'hash', () => new Map());
  try {
    return action(hash);
  } finally {
    database.touch(key);
  }
}

function setAll(client: Client, name: string, key: string, words: readonly string[]): number {
  if (words.length === 0 || words.length % 2 !== 0)
    throw new ErrorReply(`ERR wrong number of arguments for '${name}' command`);
  return change(client, key, (hash) => {
    const before = hash.size;
    for (let index = 0; index < words.length; index += 2) hash.set(words[index] ?? '', words[index + 1] ?? '');
    return hash.size - before;
  });
}

export const hashCommands: Commands = {
  hset: command(-4, (client, [key = '', ...words]) => setAll(client, 'hset', key, words)),
  hmset: command(-4, (client, [key = '', ...words]) => {
    setAll(client, 'hmset', key, words);
    return ok;
  }),
  hsetnx: command(4, (client, [key = '', field = '', value = '']) => {
    if (hashOf(client, key).has(field)) return 0;
    change(client, key, (hash) => hash.set(field, value));
    return 1;
  }),
  hget: command(3, (client, [key = '', field = '']) => hashOf(client, key).get(field) ?? null),
  hmget: command(-3, (client, [key = '', ...fields]) => {
    const hash = hashOf(client, key);
    return fields.map((field) => hash.get(field) ?? null);
  }),
  hgetall: command(2, (client, [key = '']) => new MapReply([...hashOf(client, key)])),
  hdel: command(-3, (client, [key = '', ...fields]) =>
    hashOf(client, key).size === 0
      ? 0
      : change(client, key, (hash) => fields.filter((field) => hash.delete(field)).length),
  ),
  hexists: command(3, (client, [key = '', field = '']) => (hashOf(client, key).has(field) ? 1 : 0)),
  hlen: command(2, (client, [key = '']) => hashOf(client, key).size),
  hstrlen: command(3, (client, [key = '', field = '']) => hashOf(client, key).get(field)?.length ?? 0),
  hkeys: command(2, (client, [key = '']) => [...hashOf(client, key).keys()]),
  hvals: command(2, (client, [key = '']) => [...hashOf(client, key).values()]),
  hincrby: command(4, (client, [key = '', field = '', by]) => {
    const before = hashOf(client, key).get(field) ?? '0';
    const increment = bigInteger(by);
    integer(before, -Infinity, 'ERR hash value is not an integer');
    const value = BigInt(before) + increment;
    if (!fitsInteger(value)) throw new ErrorReply('ERR increment or decrement would overflow');
    change(client, key, (hash) => hash.set(field, String(value)));
    return value;
  }),
  hincrbyfloat: command(4, (client, [key = '', field = '', by]) => {
    const before = float(hashOf(client, key).get(field) ?? '0', 'ERR hash value is not a float');
    const increment = float(by);
    if (!Number.isFinite(increment)) throw new ErrorReply('ERR value is NaN or Infinity');
    if (!Number.isFinite(before + increment)) throw new ErrorReply('ERR increment would produce NaN or Infinity');
    const text = decimalOf(before + increment);
    change(client, key, (hash) => hash.set(field, text));
    return text;
  }),
  hgetdel: command(-5, (client, [key = '', , , ...fields]) => {
    const hash = hashOf(client, key);
    const values = fields.map((field): Reply => hash.get(field) ?? null);
    if (hash.size > 0) change(client, key, (each) => fields.forEach((field) => each.delete(field)));
    return values;
  }),
  hrandfield: command(-2, (client, [key = '', count, ...words]) => {
    if (count === undefined) return randomOf([...hashOf(client, key).keys()], 1)[0] ?? null;
    const { amount, arePairs } = randomCount(count, words, 'WITHVALUES');
    const chosen = randomOf([...hashOf(client, key)], amount);
    if (!arePairs) return chosen.map(([field]) => field);
    return client.protocol === 3 ? chosen : chosen.flat();
  }),
  hscan: command(-3, (client, [key = '', cursor, ...words]) => {
    requireCursor(cursor);
    const hash = hashOf(client, key);
    const { items, options } = scan(words, [...hash.keys()]);
    return ['0', options.has('NOVALUES') ? items : items.flatMap((field) => [field, hash.get(field) ?? ''])];
  }),
};
