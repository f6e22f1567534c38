/** Commands of lists. */
import { integer, Options, rangeOf, syntaxError, timeout } from '../arguments.js';
import type { Client } from '../client.js';
import { BlockedCommand } from '../blocked-command.js';
import { command, type Commands } from '../command.js';
import { ErrorReply, nullArray, ok, type Reply } from '../reply.js';
import { countedKeys } from './hashes.js';

type Side = 'LEFT' | 'RIGHT';

function listOf({ database }: Client, key: string): string[] | undefined {
  return database.get(key, 'list');
}

function push({ database }: Client, side: Side, key: string, values: readonly string[]): number {
  const list = database.open(key, 'list', () => []);
  if (side === 'LEFT') list.unshift(...[...values].reverse());
  else for (const value of values) list.push(value);
  const { length } = list;
  database.touch(key);
  return length;
}

function pop({ database }: Client, side: Side, key: string): string | undefined {
  const list = database.get(key, 'list');
  const value = side === 'LEFT' ? list?.shift() : list?.pop();
  if (list !== undefined) database.touch(key);
  return value;
}

function popMany(client: Client, side: Side, [key = '', count]: readonly string[]): Reply {
  if (count === undefined) return pop(client, side, key) ?? null;
  const amount = integer(count);
  if (amount < 0) throw new ErrorReply('ERR value is out of range, must be positive');
  const list = listOf(client, key);
  if (list === undefined) return nullArray;
  return Array.from({ length: Math.min(amount, list.length) }, () => pop(client, side, key) ?? null);
}

function moveOne(
  client: Client,
  [from = '', to = '']: readonly string[],
  source: Side,
  target: Side,
): string | undefined {
  listOf(client, to);
  const value = pop(client, source, from);
  if (value !== undefined) push(client, target, to, [value]);
  return value;
}

function sideOf(word: string | undefined): Side {
  const side = word?.toUpperCase();
  if (side !== 'LEFT' && side !== 'RIGHT') throw syntaxError();
  return side;
}

function blockingPop(client: Client, side: Side, words: readonly string[]) {
  const keys = words.slice(0, -1);
  return new BlockedCommand(
    () => {
      for (const key of keys) {
        const value = (listOf(client, key)?.length ?? 0) > 0 ? pop(client, side, key) : undefined;
        if (value !== undefined) return [key, value];
      }
      return undefined;
    },
    timeout(words.at(-1)),
    nullArray,
  );
}

function popFromFirst(client: Client, options: Options): Reply | undefined {
  const keys = countedKeys(options);
  const side = sideOf(options.word());
  const count = options.take('COUNT') === undefined ? 1 : options.integer();
  const key = keys.find((each) => (listOf(client, each)?.length ?? 0) > 0);
  if (key === undefined) return undefined;
  return [key, popMany(client, side, [key, String(count)])];
}

export const listCommands: Commands = {
  lpush: command(-3, (client, [key = '', ...values]) => push(client, 'LEFT', key, values)),
  rpush: command(-3, (client, [key = '', ...values]) => push(client, 'RIGHT', key, values)),
  lpushx: command(-3, (client, [key = '', ...values]) =>
    listOf(client, key) === undefined ? 0 : push(client, 'LEFT', key, values),
  ),
  rpushx: command(-3, (client, [key = '', ...values]) =>
    listOf(client, key) === undefined ? 0 : push(client, 'RIGHT', key, values),
  ),
  lpop: command(-2, (client, args) => popMany(client, 'LEFT', args)),
  rpop: command(-2, (client, args) => popMany(client, 'RIGHT', args)),
  llen: command(2, (client, [key = '']) => listOf(client, key)?.length ?? 0),
  lrange: command(4, (client, [key = '', start, stop]) => {
    const list = listOf(client, key) ?? [];
    const { first, last } = rangeOf(list.length, integer(start), integer(stop));
    return list.slice(first, last + 1);
  }),
  lindex: command(3, (client, [key = '', index]) => listOf(client, key)?.at(integer(index)) ?? null),
  lset: command(4, (client, [key = '', index, value = '']) => {
    const list = listOf(client, key);
    if (list === undefined) throw new ErrorReply('ERR no such key');
    const place = integer(index) < 0 ? list.length + integer(index) : integer(index);
    if (place < 0 || place >= list.length) throw new ErrorReply('ERR index out of range');
    list[place] = value;
    client.database.touch(key);
    return ok;
  }),
  linsert: command(5, (client, [key = '', where = '', pivot = '', value = '']) => {
    const list = listOf(client, key);
    if (list === undefined) return 0;
    const place = list.indexOf(pivot);
    if (place < 0) return -1;
    list.splice(where.toUpperCase() === 'BEFORE' ? place : place + 1, 0, value);
    client.database.touch(key);
    return list.length;
  }),
  lrem: command(4, (client, [key = '', count, value = '']) => {
    const list = listOf(client, key);
    if (list === undefined) return 0;
    const limit = integer(count);
    let removed = 0;
    const all = limit < 0 ? [...list].reverse() : [...list];
    const rest = all.filter((each) => {
      if (each !== value || (limit !== 0 && removed >= Math.abs(limit))) return true;
      removed += 1;
      return false;
    });
    list.splice(0, list.length, ...(limit < 0 ? rest.reverse() : rest));
    client.database.touch(key);
    return removed;
  }),
  ltrim: command(4, (client, [key = '', start, stop]) => {
    const list = listOf(client, key);
    if (list === undefined) return ok;
    const { first, last } = rangeOf(list.length, integer(start), integer(stop));
    list.splice(0, list.length, ...list.slice(first, last + 1));
    client.database.touch(key);
    return ok;
  }),
  lpos: command(-3, (client, [key = '', value = '', ...words]) => {
    const options = new Options(words);
    let [rank, count]: [number, number | undefined] = [1, undefined];
    while (!options.isEmpty) {
      const name = options.take('RANK', 'COUNT', 'MAXLEN');
      if (name === undefined) throw syntaxError();
      const amount = options.integer();
      if (name === 'RANK') rank = amount;
      if (name === 'COUNT') count = amount;
    }
    const found = (listOf(client, key) ?? []).flatMap((each, index) => (each === value ? [index] : []));
    const wanted = (rank < 0 ? found.reverse() : found).slice(Math.abs(rank) - 1);
    if (count === undefined) return wanted[0] ?? null;
    return count === 0 ? wanted : wanted.slice(0, count);
  }),
  rpoplpush: command(3, (client, keys) => moveOne(client, keys, 'RIGHT', 'LEFT') ?? null),
  lmove: command(
    5,
    (client, [from = '', to = '', source, target]) =>
      moveOne(client, [from, to], sideOf(source), sideOf(target)) ?? null,
  ),
  lmpop: command(-4, (client, words) => popFromFirst(client, new Options(words)) ?? nullArray),
  blpop: command(-3, (client, words) => blockingPop(client, 'LEFT', words)),
  brpop: command(-3, (client, words) => blockingPop(client, 'RIGHT', words)),
  brpoplpush: command(
    4,
    (client, [from = '', to = '', wait]) =>
      new BlockedCommand(() => moveOne(client, [from, to], 'RIGHT', 'LEFT'), timeout(wait), nullArray),
  ),
  blmove: command(6, (client, [from = '', to = '', source, target, wait]) => {
    const sides = [sideOf(source), sideOf(target)] as const;
    return new BlockedCommand(() => moveOne(client, [from, to], ...sides), timeout(wait), nullArray);
  }),
  blmpop: command(
    -5,
    (client, [wait, ...words]) =>
      new BlockedCommand(() => popFromFirst(client, new Options(words)), timeout(wait), nullArray),
  ),
};
