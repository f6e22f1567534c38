/** Commands of lists. */
import { countedKeys, countOf, integer, Options, rangeOf, syntaxError, timeout } from '../arguments.js';
import type { Client } from '../client.js';
import { BlockedCommand } from '../blocked-command.js';
import { command, type Commands } from '../command.js';
import { ErrorReply, nullArray, ok, type Reply } from '../reply.js';

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

function popMany(client: Client, side: Side, [key = '', count, ...rest]: readonly string[]): Reply {
  if (rest.length > 0)
    throw new ErrorReply(`ERR wrong number of arguments for '${side === 'LEFT' ? 'lpop' : 'rpop'}' command`);
  if (count === undefined) return pop(client, side, key) ?? null;
  const amount = integer(count, 0);
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
  if (listOf(client, from) !== undefined) listOf(client, to);
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
  return new BlockedCommand({
    keys: words.slice(0, -1),
    type: 'list',
    attempt: (keys) => {
      const key = keys.find((each) => listOf(client, each) !== undefined);
      return key === undefined ? undefined : [key, pop(client, side, key) ?? null];
    },
    timeout: timeout(words.at(-1)),
    otherwise: nullArray,
  });
}

function popFromFirst(client: Client, words: readonly string[], wait = '0') {
  const options = new Options(words);
  const milliseconds = timeout(wait);
  const keys = countedKeys(options);
  const side = sideOf(options.word());
  const count = options.take('COUNT') === undefined ? 1 : countOf(options, 'count');
  if (!options.isEmpty) throw syntaxError();
  const attempt = (found: readonly string[]): Reply | undefined => {
    const key = found.find((each) => listOf(client, each) !== undefined);
    return key === undefined ? undefined : [key, popMany(client, side, [key, String(count)])];
  };
  return new BlockedCommand({ keys, type: 'list', attempt, timeout: milliseconds, otherwise: nullArray });
}

function blockingMove(
  client: Client,
  [from = '', to = '']: readonly string[],
  sides: readonly [Side, Side],
  wait = '',
) {
  const attempt = (): Reply | undefined => moveOne(client, [from, to], ...sides);
  return new BlockedCommand({ keys: [from], type: 'list', attempt, timeout: timeout(wait), otherwise: nullArray });
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
    if (!/^(before|after)$/i.test(where)) throw syntaxError();
    const list = listOf(client, key);
    if (list === undefined) return 0;
    const place = list.indexOf(pivot);
    if (place < 0) return -1;
    list.splice(where.toUpperCase() === 'BEFORE' ? place : place + 1, 0, value);
    client.database.touch(key);
    return list.length;
  }),
  lrem: command(4, (client, [key = '', count, value = '']) => {
    const limit = integer(count);
    const list = listOf(client, key);
    if (list === undefined) return 0;
    let removed = 0;
    const all = limit < 0 ? [...list].reverse() : [...list];
    const rest = all.filter((each) => {
      if (each !== value || (limit !== 0 && removed >= Math.abs(limit))) return true;
      removed += 1;
      return false;
    });
    if (removed > 0) client.database.put(key, { type: 'list', value: limit < 0 ? rest.reverse() : rest }, true);
    return removed;
  }),
  ltrim: command(4, (client, [key = '', start, stop]) => {
    const limits = [integer(start), integer(stop)] as const;
    const list = listOf(client, key);
    if (list === undefined) return ok;
    const { first, last } = rangeOf(list.length, ...limits);
    client.database.put(key, { type: 'list', value: first > last ? [] : list.slice(first, last + 1) }, true);
    return ok;
  }),
  lpos: command(-3, (client, [key = '', value = '', ...words]) => {
    const options = new Options(words);
    let [rank, count, length]: [number, number | undefined, number] = [1, undefined, 0];
    while (!options.isEmpty) {
      const name = options.take('RANK', 'COUNT', 'MAXLEN');
      if (name === 'RANK') rank = options.integer();
      else if (name === 'COUNT') count = options.integer(0, "ERR COUNT can't be negative");
      else if (name === 'MAXLEN') length = options.integer(0, "ERR MAXLEN can't be negative");
      else throw syntaxError();
    }
    if (rank === 0)
      throw new ErrorReply(
        "ERR RANK can't be zero: use 1 to start from the first match, 2 from the second ... or use negative to start from the end of the list",
      );
    const list = listOf(client, key) ?? [];
    const compared = (index: number) => length === 0 || (rank < 0 ? list.length - index : index + 1) <= length;
    const found = list.flatMap((each, index) => (each === value && compared(index) ? [index] : []));
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
  lmpop: command(-4, (client, words) => popFromFirst(client, words).attempt() ?? nullArray),
  blpop: command(-3, (client, words) => blockingPop(client, 'LEFT', words)),
  brpop: command(-3, (client, words) => blockingPop(client, 'RIGHT', words)),
  brpoplpush: command(4, (client, words) => blockingMove(client, words, ['RIGHT', 'LEFT'], words[2])),
  blmove: command(6, (client, words) => blockingMove(client, words, [sideOf(words[2]), sideOf(words[3])], words[4])),
  blmpop: command(-5, (client, [wait, ...words]) => popFromFirst(client, words, wait)),
};
