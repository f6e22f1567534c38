/** Commands of sets. */
import { integer, Options } from '../arguments.js';
import type { Client } from '../client.js';
import { command, type Commands } from '../command.js';
import { SetReply, type Reply } from '../reply.js';
import { countedKeys, randomOf } from './hashes.js';
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
  spop: command(-2, (client, [key = '', count]) => {
    const chosen = randomOf([...setOf(client, key)], count === undefined ? 1 : integer(count));
    remove(client, key, chosen);
    return count === undefined ? (chosen[0] ?? null) : new SetReply(chosen);
  }),
  srandmember: command(-2, (client, [key = '', count]) => {
    const chosen = randomOf([...setOf(client, key)], count === undefined ? 1 : integer(count));
    return count === undefined ? (chosen[0] ?? null) : chosen;
  }),
  smove: command(4, (client, [from = '', to = '', member = '']) => {
    setOf(client, to);
    if (remove(client, from, [member]) === 0) return 0;
    client.database.open(to, 'set', () => new Set()).add(member);
    client.database.touch(to);
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
    const keys = countedKeys(options);
    const limit = options.take('LIMIT') === undefined ? 0 : options.integer();
    const { length } = combinations.inter(keys.map((key) => setOf(client, key)));
    return limit === 0 ? length : Math.min(limit, length);
  }),
  sscan: command(-3, (client, [key = '', cursor, ...words]) => {
    requireCursor(cursor);
    return ['0', scan(words, [...setOf(client, key)]).items];
  }),
};
