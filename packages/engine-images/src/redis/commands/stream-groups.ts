/** Commands of the groups of consumers of streams. */
import { integer, Options, subcommandError, syntaxError } from '../arguments.js';
import type { Client } from '../client.js';
import { BlockedCommand } from '../blocked-command.js';
import { command, type CommandResult, type Commands } from '../command.js';
import { ErrorReply, nullArray, ok, type Reply } from '../reply.js';
import {
  compareIds,
  entriesBetween,
  findEntry,
  idText,
  maxId,
  newStream,
  nextId,
  noteRead,
  parseId,
  rangeLimit,
  zeroId,
  type ConsumerGroup,
  type PendingEntry,
  type Stream,
  type StreamId,
} from '../stream.js';
import { streamInfo } from './stream-info.js';
import { entryReply, pendingOf, readRequest, streamOf, streamsReply } from './streams.js';

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
  if (action === 'CREATE') return createGroup(client, name, key, group, words);
  const stream = streamOf(client, key);
  if (stream === undefined) throw new ErrorReply(missingKey);
  if (action === 'DESTROY') {
    const existed = stream.groups.delete(group);
    client.database.touch(key);
    return existed ? 1 : 0;
  }
  const found = stream.groups.get(group);
  if (found === undefined) throw new ErrorReply(`NOGROUP No such consumer group '${group}' for key name '${key}'`);
  const [consumer = ''] = words;
  if (action === 'SETID') {
    const options = new Options(words.slice(1));
    const entriesRead = readEntriesRead(options);
    if (!options.isEmpty) throw subcommandError('XGROUP', name);
    Object.assign(found, { lastId: groupId(stream, consumer), entriesRead });
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

/** Reads `ENTRIESREAD n`. @throws ErrorReply */
function readEntriesRead(options: Options): number | undefined {
  if (options.take('ENTRIESREAD') === undefined) return undefined;
  const count = options.integer();
  if (count < -1) throw new ErrorReply('ERR value for ENTRIESREAD must be positive or -1');
  return count === -1 ? undefined : count;
}

function groupId(stream: Stream, text: string): StreamId {
  return text === '$' ? stream.lastId : text.startsWith('(') ? parseId(text) : rangeLimit(text, true);
}

function createGroup(
  client: Client,
  name: string,
  key: string,
  group: string,
  [id = '', ...words]: readonly string[],
): Reply {
  if (words.length > 3) throw subcommandError('XGROUP', name);
  const options = new Options(words);
  let [creates, entriesRead]: [boolean, number | undefined] = [false, undefined];
  while (!options.isEmpty) {
    const { length } = options;
    if (options.take('MKSTREAM') !== undefined) creates = true;
    else entriesRead = readEntriesRead(options);
    if (options.length === length) throw subcommandError('XGROUP', name);
  }
  const existing = streamOf(client, key);
  if (existing === undefined && !creates) throw new ErrorReply(missingKey);
  const lastId = id === '$' ? (existing?.lastId ?? zeroId) : parseId(id);
  const stream = client.database.open(key, 'stream', newStream);
  if (stream.groups.has(group)) throw new ErrorReply('BUSYGROUP Consumer Group name already exists');
  stream.groups.set(group, { lastId, entriesRead, consumers: new Map(), pending: new Map() });
  client.database.touch(key);
  return ok;
}

function readGroup(client: Client, words: readonly string[]): CommandResult {
  const { count, block, group: [name, consumer] = ['', ''], acknowledges, streams } = readRequest(words, true);
  for (const [, id] of streams) {
    if (id === '$')
      throw new ErrorReply(
        'ERR The $ ID is meaningless in the context of XREADGROUP: you want to read the history of this consumer by specifying a proper ID, or use the > ID to get new messages. The $ ID would just return an empty result set.',
      );
    if (id !== '>') parseId(id);
  }
  const attempt = (): Reply | undefined => {
    const found = streams.flatMap(([key, id]): (readonly [string, Reply])[] => {
      const { stream, group } = openGroup(client, key, name, ' in XREADGROUP with GROUP option');
      see(client, group, consumer);
      if (id !== '>') return [[key, ownPending(stream, group, consumer, id, count)]];
      const entries = entriesBetween(stream, nextId(group.lastId), maxId, count);
      for (const entry of entries) {
        noteRead(stream, group, entry.id);
        if (!acknowledges)
          group.pending.set(idText(entry.id), { id: entry.id, consumer, delivered: client.now(), deliveries: 1 });
      }
      if (entries.length > 0) client.database.touch(key);
      return entries.length === 0 ? [] : [[key, entries.map(entryReply)]];
    });
    return streamsReply(found, client.protocol);
  };
  if (block === undefined || streams.some(([, id]) => id !== '>')) return attempt() ?? nullArray;
  return new BlockedCommand({ keys: streams.map(([key]) => key), attempt, timeout: block, otherwise: nullArray });
}

/** Returns the entries that a consumer has not acknowledged. */
function ownPending(stream: Stream, group: ConsumerGroup, consumer: string, after: string, count?: number): Reply {
  return pendingOf(group)
    .filter((entry) => entry.consumer === consumer && compareIds(entry.id, parseId(after)) > 0)
    .slice(0, count)
    .map(({ id }) => {
      const entry = findEntry(stream, id);
      return entry === undefined ? [idText(id), null] : entryReply(entry);
    });
}

function pending(client: Client, [key = '', name = '', ...words]: readonly string[]): Reply {
  const { group } = openGroup(client, key, name);
  const all = pendingOf(group);
  if (words.length === 0) {
    if (all.length === 0) return [0, null, null, nullArray];
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
  { isIdOnly, delivered = client.now(), deliveries }: Partial<ReturnType<typeof readClaim>>,
) {
  const [replies, deleted]: [Reply[], string[]] = [[], []];
  see(client, group, consumer);
  for (const entry of entries) {
    const found = findEntry(stream, entry.id);
    if (found === undefined) {
      group.pending.delete(idText(entry.id));
      deleted.push(idText(entry.id));
      continue;
    }
    const isCounted = isIdOnly !== true;
    Object.assign(entry, { consumer, delivered, deliveries: deliveries ?? entry.deliveries + (isCounted ? 1 : 0) });
    replies.push(isIdOnly === true ? idText(found.id) : entryReply(found));
  }
  return { replies, deleted };
}

function idleTime(text: string | undefined, command: string): number {
  return Math.max(0, integer(text, -Infinity, `ERR Invalid min-idle-time argument for ${command}`));
}

function readClaim(client: Client, options: Options) {
  let [isForced, isIdOnly, delivered]: [boolean, boolean, number] = [false, false, client.now()];
  let [deliveries, lastId] = [-1, zeroId];
  while (!options.isEmpty) {
    const name = options.take('FORCE', 'JUSTID', 'IDLE', 'TIME', 'RETRYCOUNT', 'LASTID');
    if (name === 'FORCE') isForced = true;
    else if (name === 'JUSTID') isIdOnly = true;
    else if (name === 'IDLE') delivered = client.now() - options.integer();
    else if (name === 'TIME') delivered = options.integer();
    else if (name === 'RETRYCOUNT') deliveries = options.integer();
    else if (name === 'LASTID') lastId = parseId(options.word());
    else throw new ErrorReply(`ERR Unrecognized XCLAIM option '${options.word()}'`);
  }
  return {
    isForced,
    isIdOnly,
    delivered: Math.min(delivered, client.now()),
    deliveries: deliveries < 0 ? undefined : deliveries,
    lastId,
  };
}

function claim(client: Client, [key = '', name = '', consumer = '', idle, ...words]: readonly string[]): Reply {
  const found = openGroup(client, key, name);
  const minimum = idleTime(idle, 'XCLAIM');
  const end = words.findIndex((word) => !/^\d+(-\d+)?$/.test(word));
  const ids = words.slice(0, end < 0 ? undefined : end).map((word) => idText(parseId(word)));
  const request = readClaim(client, new Options(end < 0 ? [] : words.slice(end)));
  if (compareIds(request.lastId, found.group.lastId) > 0) found.group.lastId = request.lastId;
  const entries = ids.flatMap((id) => {
    const entry = found.group.pending.get(id);
    if (entry !== undefined) return client.now() - entry.delivered >= minimum ? [entry] : [];
    if (!request.isForced) return [];
    const created = { id: parseId(id), consumer, delivered: client.now(), deliveries: 0 };
    found.group.pending.set(id, created);
    return [created];
  });
  const { replies } = take(client, found, consumer, entries, request);
  client.database.touch(key);
  return replies;
}

function claimIdle(
  client: Client,
  [key = '', name = '', consumer = '', idle, start = '', ...words]: readonly string[],
): Reply {
  const options = new Options(words);
  let [count, isIdOnly] = [100, false];
  const [minimum, from] = [idleTime(idle, 'XAUTOCLAIM'), rangeLimit(start, true)];
  while (!options.isEmpty) {
    if (options.take('COUNT') !== undefined) count = options.integer(1, 'ERR COUNT must be > 0');
    else if (options.take('JUSTID') !== undefined) isIdOnly = true;
    else throw syntaxError();
  }
  if (count > 2 ** 59) throw new ErrorReply('ERR COUNT must be > 0');
  const found = openGroup(client, key, name);
  const eligible = pendingOf(found.group).filter(
    ({ id, delivered }) => compareIds(id, from) >= 0 && client.now() - delivered >= minimum,
  );
  const { replies, deleted } = take(client, found, consumer, eligible.slice(0, count), { isIdOnly });
  const next = eligible[count]?.id;
  client.database.touch(key);
  return [next === undefined ? '0-0' : idText(next), replies, deleted];
}

export const streamGroupCommands: Commands = {
  xgroup: command(-2, groupCommand),
  xreadgroup: command(-7, readGroup),
  xack: command(-4, (client, [key = '', name = '', ...ids]) => {
    const found = findGroup(client, key, name);
    if (found === undefined) return 0;
    const wanted = ids.map((id) => idText(parseId(id)));
    const count = wanted.filter((id) => found.group.pending.delete(id)).length;
    if (count > 0) client.database.touch(key);
    return count;
  }),
  xpending: command(-3, pending),
  xclaim: command(-6, claim),
  xautoclaim: command(-6, claimIdle),
  xinfo: command(-2, streamInfo),
};
