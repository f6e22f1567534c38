/** Commands of unions, intersections and differences of sorted sets. */
import { countedKeys, float, Options, syntaxError } from '../arguments.js';
import type { Client } from '../client.js';
import { command, type Commands } from '../command.js';
import { ErrorReply, type Reply } from '../reply.js';
import { sorted, type Item } from '../score-range.js';
import { limitOf } from './sets.js';
import { scoresOf, store, withScores } from './sorted-sets.js';

type Combination = 'union' | 'inter' | 'diff';

/** @param isScorable whether the command has the option `WITHSCORES` */
function combine(
  client: Client,
  kind: Combination,
  options: Options,
  name: string,
  isScorable: boolean,
): { readonly items: Item[]; readonly isScored: boolean } {
  const keyCount = options.integer();
  if (keyCount < 1) throw new ErrorReply(`ERR at least 1 input key is needed for '${name}' command`);
  const keys = countedKeys(options, keyCount);
  let [weights, aggregate, isScored]: [number[], string, boolean] = [keys.map(() => 1), 'SUM', false];
  while (!options.isEmpty) {
    const option = options.take(
      ...(kind === 'diff' ? [] : (['WEIGHTS', 'AGGREGATE'] as const)),
      ...(isScorable ? (['WITHSCORES'] as const) : []),
    );
    if (option === 'WEIGHTS') weights = keys.map(() => float(options.word(), 'ERR weight value is not a float'));
    else if (option === 'WITHSCORES') isScored = true;
    else {
      const found = option === undefined ? undefined : options.take('SUM', 'MIN', 'MAX');
      if (found === undefined) throw syntaxError();
      aggregate = found;
    }
  }
  const sets = keys.map((key) => scoresOf(client, key, true));
  const totals = new Map<string, number>();
  for (const [index, set] of sets.entries()) {
    if (kind === 'diff' && index > 0) break;
    for (const [member, score] of set) {
      // As of infinite numbers, what is no number counts as 0.
      const weighted = score * (weights[index] ?? 1) || 0;
      const before = totals.get(member);
      const total =
        aggregate === 'MIN'
          ? Math.min(before ?? Infinity, weighted)
          : aggregate === 'MAX'
            ? Math.max(before ?? -Infinity, weighted)
            : (before ?? 0) + weighted || 0;
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
    const { items, isScored } = combine(client, kind, new Options(words), `z${kind}`, true);
    return withScores(client, items, isScored);
  };
}

function storeCommand(kind: Combination) {
  return (client: Client, [target = '', ...words]: readonly string[]): Reply =>
    store(client, target, combine(client, kind, new Options(words), `z${kind}store`, false).items);
}

export const combinedSortedSetCommands: Commands = {
  zunion: command(-3, combineCommand('union')),
  zinter: command(-3, combineCommand('inter')),
  zdiff: command(-3, combineCommand('diff')),
  zunionstore: command(-4, storeCommand('union')),
  zinterstore: command(-4, storeCommand('inter')),
  zdiffstore: command(-4, storeCommand('diff')),
  zintercard: command(-3, (client, words) => {
    const end = Number(words[0]) + 1;
    const { length } = combine(client, 'inter', new Options(words.slice(0, end)), 'zintercard', false).items;
    const limit = limitOf(new Options(words.slice(end)));
    return limit === 0 ? length : Math.min(limit, length);
  }),
};
