/** Commands of sorted sets. */
import { float, integer, Options, syntaxError, timeout } from '../arguments.js';
import type { Client } from '../client.js';
import { BlockedCommand } from '../blocked-command.js';
import { command, type Commands } from '../command.js';
import { DoubleReply, ErrorReply, formatNumber, nullArray, type Reply } from '../reply.js';
import { select, sorted, type Item, type RangeRequest } from '../score-range.js';
import { countedKeys, randomOf } from './hashes.js';
import { requireCursor, scan } from './keys.js';

/** Returns the members with their scores; those of a set have the score 1. */
function scoresOf({ database }: Client, key: string, allowsSet = false): ReadonlyMap<string, number> {
  const entry = database.entry(key);
  if (allowsSet && entry?.type === 'set') return new Map([...entry.value].map((member) => [member, 1]));
  return database.get(key, 'zset') ?? new Map<string, number>();
}

function withScores(client: Client, items: readonly Item[], isWanted: boolean): Reply {
  if (!isWanted) return items.map(([member]) => member);
  const pairs = items.map(([member, score]): Reply[] => [member, new DoubleReply(score)]);
  return client.protocol === 3 ? pairs : pairs.flat();
}

function rangeCommand(by: RangeRequest['by'], isReversed: boolean) {
  return (client: Client, [key = '', from = '', to = '', ...words]: readonly string[]): Reply => {
    const options = new Options(words);
    let [isScored, offset, count] = [false, 0, -1];
    while (!options.isEmpty) {
      if (options.take('WITHSCORES') !== undefined) isScored = true;
      else if (options.take('LIMIT') !== undefined) [offset, count] = [options.integer(), options.integer()];
      else throw syntaxError();
    }
    return withScores(client, select(scoresOf(client, key), { by, isReversed, from, to, offset, count }), isScored);
  };
}

function readRange(options: Options): { readonly request: RangeRequest; readonly isScored: boolean } {
  const [from, to] = [options.word(), options.word()];
  let [by, isReversed, isScored, offset, count]: [RangeRequest['by'], boolean, boolean, number, number] = [
    'INDEX',
    false,
    false,
    0,
    -1,
  ];
  while (!options.isEmpty) {
    const name = options.take('BYSCORE', 'BYLEX', 'REV', 'LIMIT', 'WITHSCORES');
    if (name === 'BYSCORE') by = 'SCORE';
    else if (name === 'BYLEX') by = 'LEX';
    else if (name === 'REV') isReversed = true;
    else if (name === 'WITHSCORES') isScored = true;
    else if (name === 'LIMIT') [offset, count] = [options.integer(), options.integer()];
    else throw syntaxError();
  }
  return { request: { by, isReversed, from, to, offset, count }, isScored };
}

function store({ database }: Client, target: string, items: readonly Item[]): number {
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
  if (flags.has('NX') && (flags.has('GT') || flags.has('LT')))
    throw new ErrorReply('ERR GT, LT, and/or NX options at the same time are not compatible');
  const items = pairs.flatMap((_, index) =>
    index % 2 === 0 ? [[float(pairs[index]), pairs[index + 1] ?? ''] as const] : [],
  );
  scoresOf(client, key);
  if (flags.has('XX') && !database.has(key)) return flags.has('INCR') ? null : 0;
  const scores = database.open(key, 'zset', () => new Map());
  let [added, changed, result]: [number, number, number | undefined] = [0, 0, undefined];
  for (const [given, member] of items) {
    const before = scores.get(member);
    const score = flags.has('INCR') ? (before ?? 0) + given : given;
    if (Number.isNaN(score)) throw new ErrorReply('ERR resulting score is not a number (NaN)');
    if (before === undefined ? flags.has('XX') : flags.has('NX')) continue;
    if (before !== undefined && ((flags.has('GT') && score <= before) || (flags.has('LT') && score >= before)))
      continue;
    if (before === undefined) added += 1;
    else if (before !== score) changed += 1;
    scores.set(member, score);
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
  return (client: Client, [key = '', count]: readonly string[]): Reply => {
    const items = popItems(client, key, isMaximum, count === undefined ? 1 : integer(count));
    if (count !== undefined) return withScores(client, items, true);
    return items.flatMap(([member, score]): Reply[] => [member, new DoubleReply(score)]);
  };
}

function blockingPop(isMaximum: boolean) {
  return (client: Client, words: readonly string[]) =>
    new BlockedCommand(
      () => {
        for (const key of words.slice(0, -1)) {
          const [item] = popItems(client, key, isMaximum, 1);
          if (item !== undefined) return [key, item[0], new DoubleReply(item[1])];
        }
        return undefined;
      },
      timeout(words.at(-1)),
      nullArray,
    );
}

function popFromFirst(client: Client, options: Options): Reply | undefined {
  const keys = countedKeys(options);
  const isMaximum = options.take('MIN', 'MAX') === 'MAX';
  const count = options.take('COUNT') === undefined ? 1 : options.integer();
  const key = keys.find((each) => scoresOf(client, each).size > 0);
  if (key === undefined) return undefined;
  return [
    key,
    popItems(client, key, isMaximum, count).map(([member, score]): Reply => [member, new DoubleReply(score)]),
  ];
}

type Combination = 'union' | 'inter' | 'diff';

function combine(
  client: Client,
  kind: Combination,
  options: Options,
): { readonly items: Item[]; readonly isScored: boolean } {
  const keys = countedKeys(options);
  let [weights, aggregate, isScored]: [number[], string, boolean] = [keys.map(() => 1), 'SUM', false];
  while (!options.isEmpty) {
    if (options.take('WEIGHTS') !== undefined)
      weights = keys.map(() => float(options.word(), 'ERR weight value is not a float'));
    else if (options.take('AGGREGATE') !== undefined) aggregate = options.take('SUM', 'MIN', 'MAX') ?? '';
    else if (options.take('WITHSCORES') !== undefined) isScored = true;
    else throw syntaxError();
  }
  const sets = keys.map((key) => scoresOf(client, key, true));
  const totals = new Map<string, number>();
  for (const [index, set] of sets.entries()) {
    if (kind === 'diff' && index > 0) break;
    for (const [member, score] of set) {
      const weighted = score * (kind === 'diff' ? 1 : (weights[index] ?? 1));
      const before = totals.get(member);
      const total =
        aggregate === 'MIN'
          ? Math.min(before ?? Infinity, weighted)
          : aggregate === 'MAX'
            ? Math.max(before ?? -Infinity, weighted)
            : (before ?? 0) + weighted;
      totals.set(member, total);
    }
  }
  const isWanted = ([member]: Item): boolean => {
    if (kind === 'inter') return sets.every((set) => set.has(member));
    return kind === 'union' || !sets.slice(1).some((set) => set.has(member));
  };
  return { items: sorted(totals).filter(isWanted), isScored };
}

function combineCommand(kind: Combination) {
  return (client: Client, words: readonly string[]): Reply => {
    const { items, isScored } = combine(client, kind, new Options(words));
    return withScores(client, items, isScored);
  };
}

function storeCommand(kind: Combination) {
  return (client: Client, [target = '', ...words]: readonly string[]): Reply =>
    store(client, target, combine(client, kind, new Options(words)).items);
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
      select(scoresOf(client, key), { by, isReversed: false, from, to }).map(([member]) => member),
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
      select(scoresOf(client, key), { by: 'SCORE', isReversed: false, from, to }).length,
  ),
  zlexcount: command(
    4,
    (client, [key = '', from = '', to = '']) =>
      select(scoresOf(client, key), { by: 'LEX', isReversed: false, from, to }).length,
  ),
  zrange: command(-4, (client, [key = '', ...words]) => {
    const { request, isScored } = readRange(new Options(words));
    return withScores(client, select(scoresOf(client, key), request), isScored);
  }),
  zrangestore: command(-5, (client, [target = '', key = '', ...words]) =>
    store(client, target, select(scoresOf(client, key), readRange(new Options(words)).request)),
  ),
  zrevrange: command(-4, rangeCommand('INDEX', true)),
  zrangebyscore: command(-4, rangeCommand('SCORE', false)),
  zrevrangebyscore: command(-4, rangeCommand('SCORE', true)),
  zrangebylex: command(-4, rangeCommand('LEX', false)),
  zrevrangebylex: command(-4, rangeCommand('LEX', true)),
  zrank: command(-3, rankCommand(false)),
  zrevrank: command(-3, rankCommand(true)),
  zremrangebyrank: command(4, removeRange('INDEX')),
  zremrangebyscore: command(4, removeRange('SCORE')),
  zremrangebylex: command(4, removeRange('LEX')),
  zpopmin: command(-2, popCommand(false)),
  zpopmax: command(-2, popCommand(true)),
  bzpopmin: command(-3, blockingPop(false)),
  bzpopmax: command(-3, blockingPop(true)),
  zmpop: command(-4, (client, words) => popFromFirst(client, new Options(words)) ?? nullArray),
  bzmpop: command(
    -5,
    (client, [wait, ...words]) =>
      new BlockedCommand(() => popFromFirst(client, new Options(words)), timeout(wait), nullArray),
  ),
  zunion: command(-3, combineCommand('union')),
  zinter: command(-3, combineCommand('inter')),
  zdiff: command(-3, combineCommand('diff')),
  zunionstore: command(-4, storeCommand('union')),
  zinterstore: command(-4, storeCommand('inter')),
  zdiffstore: command(-4, storeCommand('diff')),
  zintercard: command(-3, (client, words) => {
    const options = new Options(words);
    const keys = countedKeys(options);
    const limit = options.take('LIMIT') === undefined ? 0 : options.integer();
    const { length } = combine(client, 'inter', new Options([String(keys.length), ...keys])).items;
    return limit === 0 ? length : Math.min(limit, length);
  }),
  zrandmember: command(-2, (client, [key = '', count, scores]) => {
    const chosen = randomOf(sorted(scoresOf(client, key)), count === undefined ? 1 : integer(count));
    return count === undefined ? (chosen[0]?.[0] ?? null) : withScores(client, chosen, scores !== undefined);
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
