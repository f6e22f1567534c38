/** Commands of sorted sets. */
import {
  countedKeys,
  countOf,
  float,
  integer,
  Options,
  randomCount,
  randomOf,
  syntaxError,
  timeout,
} from '../arguments.js';
import type { Client } from '../client.js';
import { BlockedCommand } from '../blocked-command.js';
import { command, type Commands } from '../command.js';
import { DoubleReply, ErrorReply, formatNumber, nullArray, type Reply } from '../reply.js';
import { selection, sorted, type Item, type RangeRequest } from '../score-range.js';
import { requireCursor, scan } from './keys.js';

/** Returns the members with their scores; those of a set have the score 1. */
export function scoresOf({ database }: Client, key: string, allowsSet = false): ReadonlyMap<string, number> {
  const entry = database.entry(key);
  if (allowsSet && entry?.type === 'set') return new Map([...entry.value].map((member) => [member, 1]));
  return database.get(key, 'zset') ?? new Map<string, number>();
}

export function withScores(client: Client, items: readonly Item[], isWanted: boolean): Reply {
  if (!isWanted) return items.map(([member]) => member);
  const pairs = items.map(([member, score]): Reply[] => [member, new DoubleReply(score)]);
  return client.protocol === 3 ? pairs : pairs.flat();
}

/** Reads `min max` and the options of a range. @param given what the command has decided @throws ErrorReply */
function readRange(
  words: readonly string[],
  given: Partial<Pick<RangeRequest, 'by' | 'isReversed'>> = {},
  isStored = false,
): { readonly request: RangeRequest; readonly isScored: boolean } {
  const options = new Options(words);
  const [from, to] = [options.word(), options.word()];
  let { by, isReversed } = given;
  let [isScored, offset, count] = [false, 0, -1];
  while (!options.isEmpty) {
    const name = options.take(
      'LIMIT',
      ...(isStored ? [] : (['WITHSCORES'] as const)),
      ...(by === undefined ? (['BYSCORE', 'BYLEX'] as const) : []),
      ...(isReversed === undefined ? (['REV'] as const) : []),
    );
    if (name === 'BYSCORE') by = 'SCORE';
    else if (name === 'BYLEX') by = 'LEX';
    else if (name === 'REV') isReversed = true;
    else if (name === 'WITHSCORES') isScored = true;
    else if (name === 'LIMIT') [offset, count] = [options.integer(), options.integer()];
    else throw syntaxError();
  }
  by ??= 'INDEX';
  if (by === 'INDEX' && (offset !== 0 || count !== -1))
    throw new ErrorReply('ERR syntax error, LIMIT is only supported in combination with either BYSCORE or BYLEX');
  if (by === 'LEX' && isScored)
    throw new ErrorReply('ERR syntax error, WITHSCORES not supported in combination with BYLEX');
  return { request: { by, isReversed: isReversed ?? false, from, to, offset, count }, isScored };
}

function rangeCommand(given?: Pick<RangeRequest, 'by' | 'isReversed'>) {
  return (client: Client, [key = '', ...words]: readonly string[]): Reply => {
    const { request, isScored } = readRange(words, given);
    return withScores(client, selection(request)(scoresOf(client, key)), isScored);
  };
}

export function store({ database }: Client, target: string, items: readonly Item[]): number {
  if (items.length === 0) database.delete(target);
  else database.put(target, { type: 'zset', value: new Map(items) });
  return items.length;
}

function add(client: Client, [key = '', ...words]: readonly string[]): Reply {
  const { database } = client;
  const options = new Options(words);
  const flags = new Set<string>();
  for (
    let flag = options.take('NX', 'XX', 'GT', 'LT', 'CH', 'INCR');
    flag !== undefined;
    flag = options.take('NX', 'XX', 'GT', 'LT', 'CH', 'INCR')
  )
    flags.add(flag);
  const pairs = options.rest();
  if (pairs.length === 0 || pairs.length % 2 !== 0) throw syntaxError();
  if (flags.has('NX') && flags.has('XX'))
    throw new ErrorReply('ERR XX and NX options at the same time are not compatible');
  if (['NX', 'GT', 'LT'].filter((flag) => flags.has(flag)).length > 1)
    throw new ErrorReply('ERR GT, LT, and/or NX options at the same time are not compatible');
  if (flags.has('INCR') && pairs.length > 2)
    throw new ErrorReply('ERR INCR option supports a single increment-element pair');
  const items = pairs.flatMap((_, index) =>
    index % 2 === 0 ? [[float(pairs[index]), pairs[index + 1] ?? ''] as const] : [],
  );
  scoresOf(client, key);
  if (flags.has('XX') && !database.has(key)) return flags.has('INCR') ? null : 0;
  const scores = database.open(key, 'zset', () => new Map());
  let [added, changed, result]: [number, number, number | undefined] = [0, 0, undefined];
  for (const [given, member] of items) {
    const before = scores.get(member);
    const score = flags.has('INCR') && before !== undefined ? before + given : given;
    if (Number.isNaN(score)) throw new ErrorReply('ERR resulting score is not a number (NaN)');
    if (before === undefined ? flags.has('XX') : flags.has('NX')) continue;
    if (before !== undefined && ((flags.has('GT') && score <= before) || (flags.has('LT') && score >= before)))
      continue;
    if (before === undefined) added += 1;
    else if (before !== score) changed += 1;
    // The score -0 is stored as 0.
    if (before !== score) scores.set(member, score + 0);
    result = score;
  }
  database.touch(key);
  if (flags.has('INCR')) return result === undefined ? null : new DoubleReply(result);
  return flags.has('CH') ? added + changed : added;
}

function remove({ database }: Client, key: string, members: readonly string[]): number {
  const scores = database.get(key, 'zset');
  if (scores === undefined) return 0;
  const removed = members.filter((member) => scores.delete(member)).length;
  if (removed > 0) database.touch(key);
  return removed;
}

function popItems(client: Client, key: string, isMaximum: boolean, count: number): Item[] {
  const items = sorted(scoresOf(client, key));
  const chosen = (isMaximum ? items.reverse() : items).slice(0, count);
  remove(
    client,
    key,
    chosen.map(([member]) => member),
  );
  return chosen;
}

function popCommand(isMaximum: boolean) {
  return (client: Client, [key = '', count, ...words]: readonly string[]): Reply => {
    if (words.length > 0) throw syntaxError();
    const items = popItems(client, key, isMaximum, count === undefined ? 1 : integer(count, 0));
    if (count !== undefined) return withScores(client, items, true);
    return items.flatMap(([member, score]): Reply[] => [member, new DoubleReply(score)]);
  };
}

function blockingPop(isMaximum: boolean) {
  return (client: Client, words: readonly string[]) => {
    const attempt = (keys: readonly string[]): Reply | undefined => {
      const key = keys.find((each) => scoresOf(client, each).size > 0);
      if (key === undefined) return undefined;
      return [
        key,
        ...popItems(client, key, isMaximum, 1).flatMap(([member, score]) => [member, new DoubleReply(score)]),
      ];
    };
    const [keys, milliseconds] = [words.slice(0, -1), timeout(words.at(-1))];
    return new BlockedCommand({ keys, type: 'zset', attempt, timeout: milliseconds, otherwise: nullArray });
  };
}

function popFromFirst(client: Client, words: readonly string[], wait = '0') {
  const options = new Options(words);
  const milliseconds = timeout(wait);
  const keys = countedKeys(options);
  const end = options.take('MIN', 'MAX');
  if (end === undefined) throw syntaxError();
  const count = options.take('COUNT') === undefined ? 1 : countOf(options, 'count');
  if (!options.isEmpty) throw syntaxError();
  const attempt = (found: readonly string[]): Reply | undefined => {
    const key = found.find((each) => scoresOf(client, each).size > 0);
    if (key === undefined) return undefined;
    const items = popItems(client, key, end === 'MAX', count);
    return [key, items.map(([member, score]): Reply => [member, new DoubleReply(score)])];
  };
  return new BlockedCommand({ keys, type: 'zset', attempt, timeout: milliseconds, otherwise: nullArray });
}

function rankCommand(isReversed: boolean) {
  return (client: Client, [key = '', member = '', withScore]: readonly string[]): Reply => {
    const items = sorted(scoresOf(client, key));
    const place = (isReversed ? items.reverse() : items).findIndex(([each]) => each === member);
    if (place < 0) return withScore === undefined ? null : nullArray;
    return withScore === undefined ? place : [place, new DoubleReply(items[place]?.[1] ?? 0)];
  };
}

function removeRange(by: RangeRequest['by']) {
  return (client: Client, [key = '', from = '', to = '']: readonly string[]): Reply =>
    remove(
      client,
      key,
      selection({ by, isReversed: false, from, to })(scoresOf(client, key)).map(([member]) => member),
    );
}

export const sortedSetCommands: Commands = {
  zadd: command(-4, add),
  zincrby: command(4, (client, [key = '', by = '', member = '']) => add(client, [key, 'INCR', by, member])),
  zrem: command(-3, (client, [key = '', ...members]) => remove(client, key, members)),
  zcard: command(2, (client, [key = '']) => scoresOf(client, key).size),
  zscore: command(3, (client, [key = '', member = '']) => {
    const score = scoresOf(client, key).get(member);
    return score === undefined ? null : new DoubleReply(score);
  }),
  zmscore: command(-3, (client, [key = '', ...members]) => {
    const scores = scoresOf(client, key);
    return members.map((member) => (scores.has(member) ? new DoubleReply(scores.get(member) ?? 0) : null));
  }),
  zcount: command(
    4,
    (client, [key = '', from = '', to = '']) =>
      selection({ by: 'SCORE', isReversed: false, from, to })(scoresOf(client, key)).length,
  ),
  zlexcount: command(
    4,
    (client, [key = '', from = '', to = '']) =>
      selection({ by: 'LEX', isReversed: false, from, to })(scoresOf(client, key)).length,
  ),
  zrange: command(-4, rangeCommand()),
  zrangestore: command(-5, (client, [target = '', key = '', ...words]) =>
    store(client, target, selection(readRange(words, {}, true).request)(scoresOf(client, key))),
  ),
  zrevrange: command(-4, rangeCommand({ by: 'INDEX', isReversed: true })),
  zrangebyscore: command(-4, rangeCommand({ by: 'SCORE', isReversed: false })),
  zrevrangebyscore: command(-4, rangeCommand({ by: 'SCORE', isReversed: true })),
  zrangebylex: command(-4, rangeCommand({ by: 'LEX', isReversed: false })),
  zrevrangebylex: command(-4, rangeCommand({ by: 'LEX', isReversed: true })),
  zrank: command(-3, rankCommand(false)),
  zrevrank: command(-3, rankCommand(true)),
  zremrangebyrank: command(4, removeRange('INDEX')),
  zremrangebyscore: command(4, removeRange('SCORE')),
  zremrangebylex: command(4, removeRange('LEX')),
  zpopmin: command(-2, popCommand(false)),
  zpopmax: command(-2, popCommand(true)),
  bzpopmin: command(-3, blockingPop(false)),
  bzpopmax: command(-3, blockingPop(true)),
  zmpop: command(-4, (client, words) => popFromFirst(client, words).attempt() ?? nullArray),
  bzmpop: command(-5, (client, [wait, ...words]) => popFromFirst(client, words, wait)),
  zrandmember: command(-2, (client, [key = '', count, ...words]) => {
    const { amount, arePairs } = randomCount(count ?? '1', words, 'WITHSCORES');
    const chosen = randomOf(sorted(scoresOf(client, key)), amount);
    return count === undefined ? (chosen[0]?.[0] ?? null) : withScores(client, chosen, arePairs);
  }),
  zscan: command(-3, (client, [key = '', cursor, ...words]) => {
    requireCursor(cursor);
    const scores = scoresOf(client, key);
    return [
      '0',
      scan(
        words,
        sorted(scores).map(([member]) => member),
      ).items.flatMap((member) => [member, formatNumber(scores.get(member) ?? 0)]),
    ];
  }),
};
