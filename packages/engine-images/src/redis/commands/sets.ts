/** Commands of sets. */
import { countedKeys, integer, Options, randomCount, randomOf, syntaxError } from '../arguments.js';
import type { Client } from '../client.js';
import { command, type Commands } from '../command.js';
import { ErrorReply, SetReply, type Reply } from '../reply.js';
import { requireCursor, scan } from './keys.js';

type Combine = (sets: readonly ReadonlySet<string>[]) => string[];

const combinations = {
  inter: ([first = new Set<string>(), ...others]: readonly ReadonlySet<string>[]) =>
    [...first].filter((member) => others.every((each) => each.has(member))),
  union: (sets: readonly ReadonlySet<string>[]) => [...new Set(sets.flatMap((each) => [...each]))],
  diff: ([first = new Set<string>(), ...others]: readonly ReadonlySet<string>[]) =>
    [...first].filter((member) => !others.some((each) => each.has(member))),
} satisfies Record<string, Combine>;

function setOf({ database }: Client, key: string): ReadonlySet<string> {
  return database.get(key, 'set') ?? new Set();
}

function combined(combine: Combine) {
  return (client: Client, keys: readonly string[]): Reply =>
    new SetReply(combine(keys.map((key) => setOf(client, key))));
}

function stored(combine: Combine) {
  return (client: Client, [target = '', ...keys]: readonly string[]): Reply => {
    const members = combine(keys.map((key) => setOf(client, key)));
    if (members.length === 0) client.database.delete(target);
    else client.database.put(target, { type: 'set', value: new Set(members) });
    return members.length;
  };
}

function remove({ database }: Client, key: string, members: readonly string[]): number {
  const set = database.get(key, 'set');
  if (set === undefined) return 0;
  const removed = members.filter((member) => set.delete(member)).length;
  if (removed > 0) database.touch(key);
  return removed;
}

/** Reads `[LIMIT limit]`, the last option. @throws ErrorReply */
export function limitOf(options: Options): number {
  const limit = options.take('LIMIT') === undefined ? 0 : options.integer(0, "ERR LIMIT can't be negative");
  if (!options.isEmpty) throw syntaxError();
  return limit;
}

export const setCommands: Commands = {
  sadd: command(-3, ({ database }, [key = '', ...members]) => {
    const set = database.open(key, 'set', () => new Set());
    const before = set.size;
    for (const member of members) set.add(member);
    database.touch(key);
    return set.size - before;
  }),
  srem: command(-3, (client, [key = '', ...members]) => remove(client, key, members)),
  smembers: command(2, (client, [key = '']) => new SetReply([...setOf(client, key)])),
  sismember: command(3, (client, [key = '', member = '']) => (setOf(client, key).has(member) ? 1 : 0)),
  smismember: command(-3, (client, [key = '', ...members]) => {
    const set = setOf(client, key);
    return members.map((member) => (set.has(member) ? 1 : 0));
  }),
  scard: command(2, (client, [key = '']) => setOf(client, key).size),
  spop: command(-2, (client, [key = '', count, ...words]) => {
    if (words.length > 0) throw syntaxError();
    const chosen = randomOf([...setOf(client, key)], count === undefined ? 1 : integer(count, 0));
    remove(client, key, chosen);
    return count === undefined ? (chosen[0] ?? null) : new SetReply(chosen);
  }),
  srandmember: command(-2, (client, [key = '', count, ...words]) => {
    const amount = count === undefined ? 1 : randomCount(count, words).amount;
    const chosen = randomOf([...setOf(client, key)], amount);
    return count === undefined ? (chosen[0] ?? null) : chosen;
  }),
  smove: command(4, (client, [from = '', to = '', member = '']) => {
    if (setOf(client, from).size > 0) setOf(client, to);
    if (from === to) return setOf(client, from).has(member) ? 1 : 0;
    if (remove(client, from, [member]) === 0) return 0;
    const target = client.database.open(to, 'set', () => new Set());
    if (!target.has(member)) {
      target.add(member);
      client.database.touch(to);
    }
    return 1;
  }),
  sinter: command(-2, combined(combinations.inter)),
  sunion: command(-2, combined(combinations.union)),
  sdiff: command(-2, combined(combinations.diff)),
  sinterstore: command(-3, stored(combinations.inter)),
  sunionstore: command(-3, stored(combinations.union)),
  sdiffstore: command(-3, stored(combinations.diff)),
  sintercard: command(-3, (client, words) => {
    const options = new Options(words);
    const error = new ErrorReply("ERR Number of keys can't be greater than number of args");
    const keys = countedKeys(options, undefined, error);
    const limit = limitOf(options);
    const { length } = combinations.inter(keys.map((key) => setOf(client, key)));
    return limit === 0 ? length : Math.min(limit, length);
  }),
  sscan: command(-3, (client, [key = '', cursor, ...words]) => {
    requireCursor(cursor);
    return ['0', scan(words, [...setOf(client, key)]).items];
  }),
};
