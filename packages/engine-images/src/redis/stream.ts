/** Streams: entries in the order of their ids, and groups of consumers. */
import { ErrorReply } from './reply.js';

export interface StreamId {
  readonly time: bigint;
  readonly sequence: bigint;
}

export interface StreamEntry {
  readonly id: StreamId;
  /** Names and values, by turns. */
  readonly fields: readonly string[];
}

export interface PendingEntry {
  readonly id: StreamId;
  consumer: string;
  delivered: number;
  deliveries: number;
}

export interface ConsumerGroup {
  lastId: StreamId;
  /** Undefined if it is not known. */
  entriesRead: number | undefined;
  readonly consumers: Map<string, { seen: number }>;
  /** The entries that were delivered and not acknowledged, by the text of their ids. */
  readonly pending: Map<string, PendingEntry>;
}

export interface Stream {
  entries: StreamEntry[];
  lastId: StreamId;
  added: number;
  maxDeleted: StreamId;
  readonly groups: Map<string, ConsumerGroup>;
}

/** The number of entries that a node of a stream has: an approximate limit removes whole nodes only. */
export const nodeSize = 100;

export const zeroId: StreamId = { time: 0n, sequence: 0n };
export const maxId: StreamId = { time: 2n ** 64n - 1n, sequence: 2n ** 64n - 1n };

export function newStream(): Stream {
  return { entries: [], lastId: zeroId, added: 0, maxDeleted: zeroId, groups: new Map() };
}

export function cloneStream(stream: Stream): Stream {
  return {
    ...stream,
    entries: [...stream.entries],
    groups: new Map(
      [...stream.groups].map(([name, group]) => [
        name,
        {
          ...group,
          consumers: new Map([...group.consumers].map(([consumer, value]) => [consumer, { ...value }])),
          pending: new Map([...group.pending].map(([id, value]) => [id, { ...value }])),
        },
      ]),
    ),
  };
}

export function idText({ time, sequence }: StreamId): string {
  return `${time}-${sequence}`;
}

export function compareIds(one: StreamId, other: StreamId): number {
  if (one.time !== other.time) return one.time < other.time ? -1 : 1;
  return one.sequence === other.sequence ? 0 : one.sequence < other.sequence ? -1 : 1;
}

/** @param sequence that of an id without one @throws ErrorReply */
export function parseId(text: string, sequence = 0n): StreamId {
  const match = /^(\d{1,20})(?:-(\d{1,20}))?$/.exec(text);
  const id = { time: BigInt(match?.[1] ?? 0), sequence: match?.[2] === undefined ? sequence : BigInt(match[2]) };
  if (match === null || id.time > maxId.time || id.sequence > maxId.sequence)
    throw new ErrorReply('ERR Invalid stream ID specified as stream command argument');
  return id;
}

export function nextId({ time, sequence }: StreamId): StreamId {
  return sequence === maxId.sequence ? { time: time + 1n, sequence: 0n } : { time, sequence: sequence + 1n };
}

/** Returns the number of entries before an id. */
export function countBefore({ entries }: Stream, id: StreamId): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareIds(entries[middle]?.id ?? maxId, id) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function findEntry(stream: Stream, id: StreamId): StreamEntry | undefined {
  const entry = stream.entries[countBefore(stream, id)];
  return entry !== undefined && compareIds(entry.id, id) === 0 ? entry : undefined;
}

/** Returns the entries between two ids, in their order. */
export function entriesBetween(stream: Stream, from: StreamId, to: StreamId, count?: number): StreamEntry[] {
  const [first, end] = [countBefore(stream, from), countBefore(stream, nextId(to))];
  return stream.entries.slice(first, count === undefined ? end : Math.min(end, first + count));
}

/** Returns whether an entry after an id may have been deleted. */
function hasDeletedAfter({ entries, maxDeleted }: Stream, id: StreamId): boolean {
  return entries.length > 0 && compareIds(maxDeleted, zeroId) > 0 && compareIds(maxDeleted, id) >= 0;
}

/** Returns how many entries a stream has had up to an id, as far as its numbers show that. */
function countUpTo({ entries, added, lastId, maxDeleted }: Stream, id: StreamId): number | undefined {
  const order = compareIds(id, lastId);
  if (added === 0 || order === 0 || (entries.length === 0 && order < 0)) return added;
  const firstId = entries[0]?.id ?? zeroId;
  if (order > 0 || (compareIds(id, zeroId) > 0 && compareIds(id, maxDeleted) < 0)) return undefined;
  if (compareIds(maxDeleted, zeroId) > 0 && compareIds(maxDeleted, firstId) >= 0) return undefined;
  const fromFirst = compareIds(id, firstId);
  return fromFirst > 0 ? undefined : added - entries.length + (fromFirst === 0 ? 1 : 0);
}

/** Notes that a group has read an entry. */
export function noteRead(stream: Stream, group: ConsumerGroup, id: StreamId): void {
  if (group.entriesRead !== undefined && !hasDeletedAfter(stream, id)) group.entriesRead += 1;
  else group.entriesRead = countUpTo(stream, id);
  group.lastId = id;
}

/** Returns the number of entries that a group has not read, if that is known. */
export function lagOf(stream: Stream, { entriesRead, lastId }: ConsumerGroup): number | undefined {
  const read = entriesRead !== undefined && !hasDeletedAfter(stream, lastId) ? entriesRead : countUpTo(stream, lastId);
  return stream.added === 0 ? 0 : read === undefined ? undefined : stream.added - read;
}

/** Reads the limit of a range: `-`, `+`, `(id` or an id. */
export function rangeLimit(text: string, isMinimum: boolean): StreamId {
  if (text === '-') return zeroId;
  if (text === '+') return maxId;
  const isOpen = text.startsWith('(');
  const id = parseId(isOpen ? text.slice(1) : text, isMinimum ? 0n : maxId.sequence);
  if (!isOpen) return id;
  if (compareIds(id, isMinimum ? maxId : zeroId) === 0)
    throw new ErrorReply(`ERR invalid ${isMinimum ? 'start' : 'end'} ID for the interval`);
  if (isMinimum) return nextId(id);
  return id.sequence > 0n ? { ...id, sequence: id.sequence - 1n } : { time: id.time - 1n, sequence: maxId.sequence };
}
