/** Commands of streams without groups. */
import { Options, syntaxError } from '../arguments.js';
import type { Client } from '../client.js';
import { BlockedCommand } from '../blocked-command.js';
import { command, type CommandResult, type Commands } from '../command.js';
import { ErrorReply, MapReply, nullArray, ok, type Reply } from '../reply.js';
import {
  compareIds,
  countBefore,
  entriesBetween,
  findEntry,
  idText,
  maxId,
  newStream,
  nextId,
  nodeSize,
  parseId,
  rangeLimit,
  zeroId,
  type ConsumerGroup,
  type PendingEntry,
  type Stream,
  type StreamEntry,
  type StreamId,
} from '../stream.js';

export function streamOf({ database }: Client, key: string): Stream | undefined {
  return database.get(key, 'stream');
}

export function entryReply({ id, fields }: StreamEntry): Reply {
  return [idText(id), [...fields]];
}

export function pendingOf({ pending }: ConsumerGroup): PendingEntry[] {
  return [...pending.values()].sort((one, other) => compareIds(one.id, other.id));
}

function newId(stream: Stream, text: string, now: number): StreamId {
  const { lastId } = stream;
  if (text === '*') {
    const time = BigInt(now);
    return time > lastId.time ? { time, sequence: 0n } : nextId(lastId);
  }
  const partial = /^(\d{1,20})-\*$/.exec(text);
  if (partial !== null) {
    const time = BigInt(partial[1] ?? 0);
    if (time === lastId.time && lastId.sequence < maxId.sequence) return nextId(lastId);
    return { time, sequence: time === 0n ? 1n : 0n };
  }
  return parseId(text);
}

function readLimit(options: Options, name: string): number {
  const limit = options.integer();
  if (limit < 0) throw new ErrorReply(`ERR The ${name} argument must be >= 0.`);
  return limit;
}

/** Reads `MAXLEN [=|~] n`, `MINID [=|~] id`, `LIMIT n` and `NOMKSTREAM`. @returns what trims a stream by them */
function readTrimming(
  options: Options,
  isAdding: boolean,
): { readonly trim: ((stream: Stream) => number) | undefined; readonly creates: boolean } {
  let [creates, isApproximate]: [boolean, boolean] = [true, false];
  let [excess, limit]: [((stream: Stream) => number) | undefined, number | undefined] = [undefined, undefined];
  for (;;) {
    const name = options.take('MAXLEN', 'MINID', 'LIMIT', ...(isAdding ? (['NOMKSTREAM'] as const) : []));
    if (name === undefined) break;
    if (name === 'NOMKSTREAM') creates = false;
    else if (name === 'LIMIT') limit = readLimit(options, name);
    else {
      if (excess !== undefined)
        throw new ErrorReply('ERR syntax error, MAXLEN and MINID options at the same time are not compatible');
      isApproximate = options.take('=', '~') === '~';
      if (name === 'MAXLEN') {
        const length = readLimit(options, name);
        excess = ({ entries }) => Math.max(0, entries.length - length);
      } else {
        const id = parseId(options.word());
        excess = (stream) => countBefore(stream, id);
      }
    }
  }
  if (limit !== undefined && !isApproximate)
    throw new ErrorReply('ERR syntax error, LIMIT cannot be used without the special ~ option');
  if (excess === undefined) return { trim: undefined, creates };
  const count = excess;
  const most = limit === 0 ? Infinity : (limit ?? 100 * nodeSize);
  const trim = (stream: Stream): number => {
    const [all, amount] = [stream.entries.length, count(stream)];
    const isWhole = !isApproximate || (amount === all && all <= most);
    return stream.entries.splice(0, isWhole ? amount : Math.floor(Math.min(amount, most) / nodeSize) * nodeSize).length;
  };
  return { trim, creates };
}

function add(client: Client, [key = '', ...words]: readonly string[]): Reply {
  const options = new Options(words);
  const { trim, creates } = readTrimming(options, true);
  const idWord = options.word();
  const fields = options.rest();
  if (fields.length === 0 || fields.length % 2 !== 0)
    throw new ErrorReply("ERR wrong number of arguments for 'xadd' command");
  const existing = streamOf(client, key);
  if (existing === undefined && !creates) return null;
  const id = newId(existing ?? newStream(), idWord, client.now());
  if (existing !== undefined && compareIds(existing.lastId, maxId) === 0)
    throw new ErrorReply('ERR The stream has exhausted the last possible ID, unable to add more items');
  if (id.time === 0n && id.sequence === 0n)
    throw new ErrorReply('ERR The ID specified in XADD must be greater than 0-0');
  if (existing !== undefined && compareIds(id, existing.lastId) <= 0)
    throw new ErrorReply('ERR The ID specified in XADD is equal or smaller than the target stream top item');
  const stream = client.database.open(key, 'stream', newStream);
  stream.entries.push({ id, fields });
  stream.lastId = id;
  stream.added += 1;
  trim?.(stream);
  client.database.touch(key);
  return idText(id);
}

function range(
  client: Client,
  [key = '', from = '', to = '', ...words]: readonly string[],
  isReversed: boolean,
): Reply {
  const options = new Options(words);
  const [low, high] = isReversed ? [to, from] : [from, to];
  const limits = [rangeLimit(low, true), rangeLimit(high, false)] as const;
  let count: number | undefined;
  while (!options.isEmpty) {
    if (options.take('COUNT') === undefined) throw syntaxError();
    count = Math.max(0, options.integer());
  }
  const stream = streamOf(client, key);
  if (stream !== undefined && count === 0) return nullArray;
  const found = stream === undefined ? [] : entriesBetween(stream, ...limits);
  return (isReversed ? found.reverse() : found).slice(0, count).map(entryReply);
}

export interface ReadRequest {
  readonly count: number | undefined;
  readonly block: number | undefined;
  readonly group: readonly [name: string, consumer: string] | undefined;
  readonly acknowledges: boolean;
  readonly streams: readonly (readonly [key: string, id: string])[];
}

/** Reads the words of `XREAD` and `XREADGROUP`. @throws ErrorReply */
export function readRequest(words: readonly string[], isOfGroup: boolean): ReadRequest {
  const options = new Options(words);
  let [count, block, acknowledges]: [number | undefined, number | undefined, boolean] = [undefined, undefined, false];
  let [group, streams]: [ReadRequest['group'], readonly string[]] = [undefined, []];
  while (!options.isEmpty) {
    const name = options.take('COUNT', 'BLOCK', 'GROUP', 'NOACK', 'STREAMS');
    if ((name === 'GROUP' || name === 'NOACK') && !isOfGroup)
      throw new ErrorReply(`ERR The ${name} option is only supported by XREADGROUP. You called XREAD instead.`);
    if (name === 'COUNT') count = Math.max(0, options.integer()) || undefined;
    else if (name === 'BLOCK') block = options.integer(-Infinity, 'ERR timeout is not an integer or out of range');
    else if (name === 'GROUP') group = [options.word(), options.word()];
    else if (name === 'NOACK') acknowledges = true;
    else if (name === 'STREAMS' && !options.isEmpty) streams = options.rest();
    else throw syntaxError();
  }
  if (block !== undefined && block < 0) throw new ErrorReply('ERR timeout is negative');
  if (streams.length === 0) throw syntaxError();
  if (streams.length % 2 !== 0)
    throw new ErrorReply(
      "ERR Unbalanced 'xread' list of streams: for each stream key an ID, '+', or '$' must be specified.",
    );
  if (isOfGroup && group === undefined) throw new ErrorReply('ERR Missing GROUP option for XREADGROUP');
  const half = streams.length / 2;
  const pairs = streams.slice(0, half).map((key, index) => [key, streams[half + index] ?? ''] as const);
  return { count, block, group, acknowledges, streams: pairs };
}

export function streamsReply(found: readonly (readonly [string, Reply])[], protocol: number): Reply | undefined {
  if (found.length === 0) return undefined;
  return protocol === 3 ? new MapReply(found) : found.map(([key, entries]) => [key, entries]);
}

function read(client: Client, words: readonly string[]): CommandResult {
  const { count, block, streams } = readRequest(words, false);
  const wanted = streams.map(([key, text]) => {
    const stream = streamOf(client, key);
    if (text === '$') return { key, after: stream?.lastId ?? zeroId };
    if (text === '>')
      throw new ErrorReply(
        'ERR The > ID can be specified only when calling XREADGROUP using the GROUP <group> <consumer> option.',
      );
    if (text === '+') {
      const last = stream?.entries.at(-1)?.id;
      return { key, after: last === undefined ? maxId : { time: last.time, sequence: last.sequence - 1n } };
    }
    return { key, after: parseId(text) };
  });
  const attempt = (keys: readonly string[]): Reply | undefined =>
    streamsReply(
      wanted.flatMap(({ key, after }) => {
        const stream = keys.includes(key) ? streamOf(client, key) : undefined;
        const entries = stream === undefined ? [] : entriesBetween(stream, nextId(after), maxId, count);
        return entries.length === 0 ? [] : [[key, entries.map(entryReply)] as const];
      }),
      client.protocol,
    );
  const keys = wanted.map(({ key }) => key);
  if (block === undefined) return attempt(keys) ?? nullArray;
  return new BlockedCommand({ keys, type: 'stream', attempt, timeout: block, otherwise: nullArray });
}

export const streamCommands: Commands = {
  xadd: command(-5, add),
  xlen: command(2, (client, [key = '']) => streamOf(client, key)?.entries.length ?? 0),
  xrange: command(-4, (client, args) => range(client, args, false)),
  xrevrange: command(-4, (client, args) => range(client, args, true)),
  xread: command(-4, read),
  xdel: command(-3, (client, [key = '', ...words]) => {
    const stream = streamOf(client, key);
    if (stream === undefined) return 0;
    const ids = words.map((word) => parseId(word));
    let deleted = 0;
    for (const id of ids) {
      if (findEntry(stream, id) === undefined) continue;
      stream.entries.splice(countBefore(stream, id), 1);
      if (compareIds(id, stream.maxDeleted) > 0) stream.maxDeleted = id;
      deleted += 1;
    }
    if (deleted > 0) client.database.touch(key);
    return deleted;
  }),
  xtrim: command(-4, (client, [key = '', ...words]) => {
    const options = new Options(words);
    const { trim } = readTrimming(options, false);
    if (trim === undefined || !options.isEmpty) throw syntaxError();
    const stream = streamOf(client, key);
    const removed = stream === undefined ? 0 : trim(stream);
    if (removed > 0) client.database.touch(key);
    return removed;
  }),
  xsetid: command(-3, setLastId),
};

function setLastId(client: Client, [key = '', idWord = '', ...words]: readonly string[]): Reply {
  const id = parseId(idWord);
  const options = new Options(words);
  let [added, maxDeleted]: [number | undefined, StreamId | undefined] = [undefined, undefined];
  while (!options.isEmpty) {
    const name = options.take('ENTRIESADDED', 'MAXDELETEDID');
    if (name === 'ENTRIESADDED') added = options.integer();
    else if (name === 'MAXDELETEDID') maxDeleted = parseId(options.word());
    else throw syntaxError();
  }
  if (added !== undefined && added < 0) throw new ErrorReply('ERR entries_added must be positive');
  if (maxDeleted !== undefined && compareIds(id, maxDeleted) < 0)
    throw new ErrorReply('ERR The ID specified in XSETID is smaller than the provided max_deleted_entry_id');
  const stream = streamOf(client, key);
  if (stream === undefined) throw new ErrorReply('ERR no such key');
  const last = stream.entries.at(-1);
  if (last !== undefined && compareIds(id, last.id) < 0)
    throw new ErrorReply('ERR The ID specified in XSETID is smaller than the target stream top item');
  if (added !== undefined && added < stream.entries.length)
    throw new ErrorReply('ERR The entries_added specified in XSETID is smaller than the target stream length');
  stream.lastId = id;
  stream.added = added ?? stream.added;
  if (maxDeleted !== undefined && compareIds(maxDeleted, zeroId) > 0) stream.maxDeleted = maxDeleted;
  client.database.touch(key);
  return ok;
}
