/** Commands of the groups of consumers of streams. */
import { integer, Options, syntaxError } from '../arguments.js';
import type { Client } from '../client.js';
import { BlockedCommand } from '../blocked-command.js';
import { command, type CommandResult, type Commands } from '../command.js';
import { ErrorReply, MapReply, nullArray, ok, type Reply } from '../reply.js';
import {
  entriesBetween,
  idText,
  maxId,
  newStream,
  nextId,
  parseId,
  rangeLimit,
  compareIds,
  type ConsumerGroup,
  type PendingEntry,
  type Stream,
} from '../stream.js';
import { entryReply, readStreams, streamOf, streamsReply } from './streams.js';

interface OpenGroup {
  readonly stream: Stream;
  readonly group: ConsumerGroup;
}

function findGroup(client: Client, key: string, name: string): OpenGroup | undefined {
  const stream = streamOf(client, key);
  const group = stream?.groups.get(name);
  return stream === undefined || group === undefined ? undefined : { stream, group };
}

function openGroup(client: Client, key: string, name: string, suffix = ''): OpenGroup {
  const found = findGroup(client, key, name);
  if (found === undefined) throw new ErrorReply(`NOGROUP No such key '${key}' or consumer group '${name}'${suffix}`);
  return found;
}

function see(client: Client, { consumers }: ConsumerGroup, consumer: string): void {
  const existing = consumers.get(consumer);
  if (existing === undefined) consumers.set(consumer, { seen: client.now() });
  else existing.seen = client.now();
}

const missingKey =
  'ERR The XGROUP subcommand requires the key to exist. Note that for CREATE you may want to use the MKSTREAM option to create an empty stream automatically.';

function groupCommand(client: Client, [name = '', key = '', group = '', ...words]: readonly string[]): Reply {
  const action = name.toUpperCase();
  if (action === 'CREATE') return createGroup(client, key, group, words);
  const stream = streamOf(client, key);
  if (stream === undefined) throw new ErrorReply(missingKey);
  if (action === 'DESTROY') {
    const existed = stream.groups.delete(group);
    client.database.touch(key);
    return existed ? 1 : 0;
  }
  const found = openGroup(client, key, group).group;
  const [consumer = ''] = words;
  if (action === 'SETID') {
    found.lastId = consumer === '$' ? stream.lastId : parseId(consumer);
    client.database.touch(key);
    return ok;
  }
  if (action === 'CREATECONSUMER') {
    if (found.consumers.has(consumer)) return 0;
    see(client, found, consumer);
    client.database.touch(key);
    return 1;
  }
  if (action !== 'DELCONSUMER') throw new ErrorReply(`ERR unknown subcommand '${name}'. Try XGROUP HELP.`);
  const pending = [...found.pending].filter(([, entry]) => entry.consumer === consumer);
  for (const [id] of pending) found.pending.delete(id);
  found.consumers.delete(consumer);
  client.database.touch(key);
  return pending.length;
}

function createGroup(client: Client, key: string, group: string, [id = '', ...words]: readonly string[]): Reply {
  const options = new Options(words);
  let creates = false;
  while (!options.isEmpty) {
    if (options.take('MKSTREAM') !== undefined) creates = true;
    else if (options.take('ENTRIESREAD') !== undefined) options.integer();
    else throw syntaxError();
  }
  if (streamOf(client, key) === undefined && !creates) throw new ErrorReply(missingKey);
  const stream = client.database.open(key, 'stream', newStream);
  if (stream.groups.has(group)) throw new ErrorReply('BUSYGROUP Consumer Group name already exists');
  const lastId = id === '$' ? stream.lastId : parseId(id);
  stream.groups.set(group, { lastId, entriesRead: 0, consumers: new Map(), pending: new Map() });
  client.database.touch(key);
  return ok;
}

function readGroup(client: Client, words: readonly string[]): CommandResult {
  const options = new Options(words);
  if (options.take('GROUP') === undefined) throw syntaxError();
  const [name, consumer] = [options.word(), options.word()];
  let [count, block, acknowledges]: [number | undefined, number | undefined, boolean] = [undefined, undefined, false];
  for (
    let option = options.take('COUNT', 'BLOCK', 'NOACK');
    option !== undefined;
    option = options.take('COUNT', 'BLOCK', 'NOACK')
  ) {
    if (option === 'COUNT') count = options.integer();
    else if (option === 'BLOCK') block = options.integer();
    else acknowledges = true;
  }
  const streams = readStreams(options);
  const attempt = (): Reply | undefined => {
    const found = streams.flatMap(([key, id]): (readonly [string, Reply])[] => {
      const { stream, group } = openGroup(client, key, name, ' in XREADGROUP with GROUP option');
      see(client, group, consumer);
      if (id !== '>') return [[key, ownPending(stream, group, consumer, id, count)]];
      const entries = entriesBetween(stream, nextId(group.lastId), maxId).slice(0, count);
      for (const entry of entries) {
        group.lastId = entry.id;
        group.entriesRead += 1;
        if (!acknowledges)
          group.pending.set(idText(entry.id), { id: entry.id, consumer, delivered: client.now(), deliveries: 1 });
      }
      if (entries.length > 0) client.database.touch(key);
      return entries.length === 0 ? [] : [[key, entries.map(entryReply)]];
    });
    return streamsReply(found, client.protocol);
  };
  if (block === undefined || streams.some(([, id]) => id !== '>')) return attempt() ?? nullArray;
  return new BlockedCommand(attempt, block, nullArray);
}

/** Returns the entries that a consumer has not acknowledged. */
function ownPending(stream: Stream, group: ConsumerGroup, consumer: string, after: string, count?: number): Reply {
  return pendingOf(group)
    .filter((entry) => entry.consumer === consumer && compareIds(entry.id, parseId(after)) > 0)
    .slice(0, count)
    .map(({ id }) => {
      const entry = stream.entries.find((each) => compareIds(each.id, id) === 0);
      return entry === undefined ? [idText(id), null] : entryReply(entry);
    });
}

function pendingOf({ pending }: ConsumerGroup): PendingEntry[] {
  return [...pending.values()].sort((one, other) => compareIds(one.id, other.id));
}

function pending(client: Client, [key = '', name = '', ...words]: readonly string[]): Reply {
  const { group } = openGroup(client, key, name);
  const all = pendingOf(group);
  if (words.length === 0) {
    if (all.length === 0) return [0, null, null, null];
    const byConsumer = new Map<string, number>();
    for (const { consumer } of all) byConsumer.set(consumer, (byConsumer.get(consumer) ?? 0) + 1);
    const [first, last] = [all[0]?.id ?? maxId, all.at(-1)?.id ?? maxId];
    return [
      all.length,
      idText(first),
      idText(last),
      [...byConsumer].map(([consumer, count]) => [consumer, String(count)]),
    ];
  }
  const options = new Options(words);
  const idle = options.take('IDLE') === undefined ? 0 : options.integer();
  const [from, to, count] = [rangeLimit(options.word(), true), rangeLimit(options.word(), false), options.integer()];
  const consumer = options.isEmpty ? undefined : options.word();
  return all
    .filter(({ id }) => compareIds(id, from) >= 0 && compareIds(id, to) <= 0)
    .filter(
      (entry) => (consumer === undefined || entry.consumer === consumer) && client.now() - entry.delivered >= idle,
    )
    .slice(0, count)
    .map((entry) => [idText(entry.id), entry.consumer, client.now() - entry.delivered, entry.deliveries]);
}

/** Gives entries to another consumer. @returns the replies for entries that exist, and the ids of deleted ones */
function take(
  client: Client,
  { stream, group }: OpenGroup,
  consumer: string,
  entries: readonly PendingEntry[],
  isIdOnly: boolean,
) {
  const [replies, deleted]: [Reply[], string[]] = [[], []];
  see(client, group, consumer);
  for (const entry of entries) {
    const found = stream.entries.find(({ id }) => compareIds(id, entry.id) === 0);
    if (found === undefined) {
      group.pending.delete(idText(entry.id));
      deleted.push(idText(entry.id));
      continue;
    }
    Object.assign(entry, { consumer, delivered: client.now(), deliveries: entry.deliveries + (isIdOnly ? 0 : 1) });
    replies.push(isIdOnly ? idText(found.id) : entryReply(found));
  }
  return { replies, deleted };
}

function claim(client: Client, [key = '', name = '', consumer = '', idle, ...words]: readonly string[]): Reply {
  const found = openGroup(client, key, name);
  const minimum = integer(idle);
  const isIdOnly = words.some((word) => word.toUpperCase() === 'JUSTID');
  const ids = words.filter((word) => /^\d+(-\d+)?$/.test(word)).map((word) => idText(parseId(word)));
  const isForced = words.some((word) => word.toUpperCase() === 'FORCE');
  const entries = ids.flatMap((id) => {
    const entry = found.group.pending.get(id);
    if (entry !== undefined) return client.now() - entry.delivered >= minimum ? [entry] : [];
    if (!isForced) return [];
    const created = { id: parseId(id), consumer, delivered: client.now(), deliveries: 0 };
    found.group.pending.set(id, created);
    return [created];
  });
  const { replies } = take(client, found, consumer, entries, isIdOnly);
  client.database.touch(key);
  return replies;
}

function claimIdle(
  client: Client,
  [key = '', name = '', consumer = '', idle, start = '', ...words]: readonly string[],
): Reply {
  const found = openGroup(client, key, name);
  const options = new Options(words);
  let [count, isIdOnly] = [100, false];
  while (!options.isEmpty) {
    if (options.take('COUNT') !== undefined) count = options.integer();
    else if (options.take('JUSTID') !== undefined) isIdOnly = true;
    else throw syntaxError();
  }
  const [minimum, from] = [integer(idle), rangeLimit(start, true)];
  const eligible = pendingOf(found.group).filter(
    ({ id, delivered }) => compareIds(id, from) >= 0 && client.now() - delivered >= minimum,
  );
  const { replies, deleted } = take(client, found, consumer, eligible.slice(0, count), isIdOnly);
  const next = eligible[count]?.id;
  client.database.touch(key);
  return [next === undefined ? '0-0' : idText(next), replies, deleted];
}

function info(client: Client, [kind = '', key = '', name = '']: readonly string[]): Reply {
  const stream = streamOf(client, key);
  if (stream === undefined) throw new ErrorReply('ERR no such key');
  const action = kind.toUpperCase();
  if (action === 'GROUPS')
    return [...stream.groups].map(
      ([group, { consumers, pending: own, lastId, entriesRead }]) =>
        new MapReply([
          ...([
            ['name', group],
            ['consumers', consumers.size],
            ['pending', own.size],
          ] as const),
          ...([
            ['last-delivered-id', idText(lastId)],
            ['entries-read', entriesRead],
            ['lag', entriesBetween(stream, nextId(lastId), maxId).length],
          ] as const),
        ]),
    );
  if (action === 'CONSUMERS') {
    const { group } = openGroup(client, key, name);
    return [...group.consumers].map(([consumer, { seen }]) => {
      const own = [...group.pending.values()].filter((entry) => entry.consumer === consumer).length;
      return new MapReply([
        ['name', consumer],
        ['pending', own],
        ['idle', client.now() - seen],
        ['inactive', client.now() - seen],
      ]);
    });
  }
  const [first, last] = [stream.entries[0], stream.entries.at(-1)];
  return new MapReply([
    ...([
      ['length', stream.entries.length],
      ['radix-tree-keys', 1],
      ['radix-tree-nodes', 2],
    ] as const),
    ...([
      ['last-generated-id', idText(stream.lastId)],
      ['max-deleted-entry-id', idText(stream.maxDeleted)],
    ] as const),
    ...([
      ['entries-added', stream.added],
      ['groups', stream.groups.size],
    ] as const),
    ['first-entry', first === undefined ? null : entryReply(first)],
    ['last-entry', last === undefined ? null : entryReply(last)],
  ]);
}

export const streamGroupCommands: Commands = {
  xgroup: command(-2, groupCommand),
  xreadgroup: command(-7, readGroup),
  xack: command(-4, (client, [key = '', name = '', ...ids]) => {
    const found = findGroup(client, key, name);
    const count = ids.filter((id) => found?.group.pending.delete(idText(parseId(id))) === true).length;
    if (count > 0) client.database.touch(key);
    return count;
  }),
  xpending: command(-3, pending),
  xclaim: command(-6, claim),
  xautoclaim: command(-6, claimIdle),
  xinfo: command(-2, info),
};
