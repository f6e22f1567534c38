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
  entriesRead: number;
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
  if (match === null) throw new ErrorReply('ERR Invalid stream ID specified as stream command argument');
  return { time: BigInt(match[1] ?? 0), sequence: match[2] === undefined ? sequence : BigInt(match[2]) };
}

export function nextId({ time, sequence }: StreamId): StreamId {
  return { time, sequence: sequence + 1n };
}

/** Returns the entries between two ids, in their order. */
export function entriesBetween({ entries }: Stream, from: StreamId, to: StreamId): StreamEntry[] {
  return entries.filter(({ id }) => compareIds(id, from) >= 0 && compareIds(id, to) <= 0);
}

/** Reads the limit of a range: `-`, `+`, `(id` or an id. */
export function rangeLimit(text: string, isMinimum: boolean): StreamId {
  if (text === '-') return zeroId;
  if (text === '+') return maxId;
  const isOpen = text.startsWith('(');
  const id = parseId(isOpen ? text.slice(1) : text, isMinimum ? 0n : maxId.sequence);
  if (!isOpen) return id;
  if (isMinimum) return nextId(id);
  return id.sequence > 0n ? { ...id, sequence: id.sequence - 1n } : { time: id.time - 1n, sequence: maxId.sequence };
}
