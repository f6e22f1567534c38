/** Commands of streams without groups. */
import { integer, Options, syntaxError } from '../arguments.js';
import type { Client } from '../client.js';
import { BlockedCommand } from '../blocked-command.js';
import { command, type CommandResult, type Commands } from '../command.js';
import { ErrorReply, MapReply, nullArray, ok, type Reply } from '../reply.js';
import {
  compareIds,
  entriesBetween,
  idText,
  maxId,
  newStream,
  nextId,
  parseId,
  rangeLimit,
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

function newId(stream: Stream, text: string, now: number): StreamId {
  const { lastId } = stream;
  if (text === '*') {
    const time = BigInt(now);
    return time > lastId.time ? { time, sequence: 0n } : nextId(lastId);
  }
  const partial = /^(\d{1,20})-\*$/.exec(text);
  if (partial !== null) {
    const time = BigInt(partial[1] ?? 0);
    if (time === lastId.time) return nextId(lastId);
    return { time, sequence: time === 0n ? 1n : 0n };
  }
  return parseId(text);
}

/** Reads `MAXLEN [=|~] n` or `MINID [=|~] id`, and returns what trims a stream by it. */
function trimming(options: Options): ((stream: Stream) => number) | undefined {
  const kind = options.take('MAXLEN', 'MINID');
  if (kind === undefined) return undefined;
  const next = options.word();
  const limit = next === '=' || next === '~' ? options.word() : next;
  if (options.take('LIMIT') !== undefined) options.integer();
  const rest: (entries: StreamEntry[]) => StreamEntry[] =
    kind === 'MAXLEN'
      ? (
          (length) => (entries) =>
            entries.slice(Math.max(0, entries.length - length))
        )(integer(limit))
      : (
          (id) => (entries) =>
            entries.filter((each) => compareIds(each.id, id) >= 0)
        )(parseId(limit));
  return (stream) => {
    const before = stream.entries.length;
    stream.entries = rest(stream.entries);
    return before - stream.entries.length;
  };
}

function add(client: Client, [key = '', ...words]: readonly string[]): Reply {
  const options = new Options(words);
  let [creates, trim]: [boolean, ReturnType<typeof trimming>] = [true, undefined];
  for (;;) {
    if (options.take('NOMKSTREAM') !== undefined) creates = false;
    else {
      const found = trimming(options);
      if (found === undefined) break;
      trim = found;
    }
  }
  const idWord = options.word();
  const fields = options.rest();
  if (fields.length === 0 || fields.length % 2 !== 0)
    throw new ErrorReply("ERR wrong number of arguments for 'xadd' command");
  const existing = streamOf(client, key);
  if (existing === undefined && !creates) return null;
  const id = newId(existing ?? newStream(), idWord, client.now());
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
  const count = options.take('COUNT') === undefined ? undefined : options.integer();
  const [low, high] = isReversed ? [to, from] : [from, to];
  const stream = streamOf(client, key);
  const found = stream === undefined ? [] : entriesBetween(stream, rangeLimit(low, true), rangeLimit(high, false));
  return (isReversed ? found.reverse() : found).slice(0, count).map(entryReply);
}

/** Reads `STREAMS key … id …`. */
export function readStreams(options: Options): readonly (readonly [key: string, id: string])[] {
  if (options.take('STREAMS') === undefined) throw syntaxError();
  const words = options.rest();
  if (words.length === 0 || words.length % 2 !== 0)
    throw new ErrorReply(
      "ERR Unbalanced 'xread' list of streams: for each stream key an ID, '+', or '$' must be specified.",
    );
  const half = words.length / 2;
  return words.slice(0, half).map((key, index) => [key, words[half + index] ?? '']);
}

export function streamsReply(found: readonly (readonly [string, Reply])[], protocol: number): Reply | undefined {
  if (found.length === 0) return undefined;
  return protocol === 3 ? new MapReply(found) : found.map(([key, entries]) => [key, entries]);
}

function read(client: Client, words: readonly string[]): CommandResult {
  const options = new Options(words);
  let [count, block]: [number | undefined, number | undefined] = [undefined, undefined];
  for (let name = options.take('COUNT', 'BLOCK'); name !== undefined; name = options.take('COUNT', 'BLOCK')) {
    if (name === 'COUNT') count = options.integer();
    else block = options.integer();
  }
  const wanted = readStreams(options).map(([key, text]) => {
    const stream = streamOf(client, key);
    if (text === '$') return { key, after: stream?.lastId ?? { time: 0n, sequence: 0n } };
    if (text === '+') {
      const last = stream?.entries.at(-1)?.id;
      return { key, after: last === undefined ? maxId : { time: last.time, sequence: last.sequence - 1n } };
    }
    return { key, after: parseId(text) };
  });
  const attempt = (): Reply | undefined =>
    streamsReply(
      wanted.flatMap(({ key, after }) => {
        const stream = streamOf(client, key);
        const entries = stream === undefined ? [] : entriesBetween(stream, nextId(after), maxId).slice(0, count);
        return entries.length === 0 ? [] : [[key, entries.map(entryReply)] as const];
      }),
      client.protocol,
    );
  return block === undefined ? (attempt() ?? nullArray) : new BlockedCommand(attempt, block, nullArray);
}

export const streamCommands: Commands = {
  xadd: command(-5, add),
  xlen: command(2, (client, [key = '']) => streamOf(client, key)?.entries.length ?? 0),
  xrange: command(-4, (client, args) => range(client, args, false)),
  xrevrange: command(-4, (client, args) => range(client, args, true)),
  xread: command(-4, read),
  xdel: command(-3, (client, [key = '', ...ids]) => {
    const stream = streamOf(client, key);
    if (stream === undefined) return 0;
    const wanted = new Set(ids.map((each) => idText(parseId(each))));
    const deleted = stream.entries.filter(({ id }) => wanted.has(idText(id)));
    stream.entries = stream.entries.filter(({ id }) => !wanted.has(idText(id)));
    for (const { id } of deleted) if (compareIds(id, stream.maxDeleted) > 0) stream.maxDeleted = id;
    client.database.touch(key);
    return deleted.length;
  }),
  xtrim: command(-4, (client, [key = '', ...words]) => {
    const trim = trimming(new Options(words));
    if (trim === undefined) throw syntaxError();
    const stream = streamOf(client, key);
    const removed = stream === undefined ? 0 : trim(stream);
    if (removed > 0) client.database.touch(key);
    return removed;
  }),
  xsetid: command(-3, (client, [key = '', id = '']) => {
    const stream = streamOf(client, key);
    if (stream === undefined) throw new ErrorReply('ERR no such key');
    stream.lastId = parseId(id);
    client.database.touch(key);
    return ok;
  }),
};
