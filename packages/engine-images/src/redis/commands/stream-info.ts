/** The command `XINFO`. */
import { Options, subcommandError, syntaxError } from '../arguments.js';
import type { Client } from '../client.js';
import { ErrorReply, MapReply, type Reply } from '../reply.js';
import { idText, lagOf, nodeSize, zeroId, type ConsumerGroup, type Stream } from '../stream.js';
import { entryReply, pendingOf, streamOf } from './streams.js';

const map = (values: Readonly<Record<string, Reply>>): Reply => new MapReply(Object.entries(values));

function streamFields(stream: Stream) {
  const nodes = Math.ceil(stream.entries.length / nodeSize);
  return {
    length: stream.entries.length,
    'radix-tree-keys': nodes,
    'radix-tree-nodes': nodes + 1,
    'last-generated-id': idText(stream.lastId),
    'max-deleted-entry-id': idText(stream.maxDeleted),
    'entries-added': stream.added,
    'recorded-first-entry-id': idText(stream.entries[0]?.id ?? zeroId),
  };
}

function fullGroup(stream: Stream, name: string, group: ConsumerGroup, count: number): Reply {
  const all = pendingOf(group);
  const consumers = [...group.consumers].map(([consumer, { seen }]) => {
    const own = all.filter((entry) => entry.consumer === consumer);
    return map({
      name: consumer,
      'seen-time': seen,
      'pel-count': own.length,
      pending: own.slice(0, count).map((entry) => [idText(entry.id), entry.delivered, entry.deliveries]),
    });
  });
  return map({
    name,
    'last-delivered-id': idText(group.lastId),
    'entries-read': group.entriesRead ?? null,
    lag: lagOf(stream, group) ?? null,
    'pel-count': all.length,
    pending: all.slice(0, count).map((entry) => [idText(entry.id), entry.consumer, entry.delivered, entry.deliveries]),
    consumers,
  });
}

function groupInfo(stream: Stream, name: string, group: ConsumerGroup): Reply {
  return map({
    name,
    consumers: group.consumers.size,
    pending: group.pending.size,
    'last-delivered-id': idText(group.lastId),
    'entries-read': group.entriesRead ?? null,
    lag: lagOf(stream, group) ?? null,
  });
}

function wholeStream(stream: Stream, name: string, words: readonly string[]): Reply {
  const options = new Options(words);
  if (options.isEmpty) {
    const [first, last] = [stream.entries[0], stream.entries.at(-1)];
    return map({
      ...streamFields(stream),
      groups: stream.groups.size,
      'first-entry': first === undefined ? null : entryReply(first),
      'last-entry': last === undefined ? null : entryReply(last),
    });
  }
  if (options.take('FULL') === undefined) throw subcommandError('XINFO', name);
  const given = options.take('COUNT') === undefined ? 10 : options.integer();
  if (!options.isEmpty) throw syntaxError();
  const count = given < 0 ? 10 : given || Infinity;
  return map({
    ...streamFields(stream),
    entries: stream.entries.slice(0, count).map(entryReply),
    groups: [...stream.groups].map(([name, group]) => fullGroup(stream, name, group, count)),
  });
}

export function streamInfo(client: Client, [kind = '', key = '', ...words]: readonly string[]): Reply {
  const action = kind.toUpperCase();
  if (!['STREAM', 'GROUPS', 'CONSUMERS'].includes(action))
    throw new ErrorReply(`ERR unknown subcommand '${kind}'. Try XINFO HELP.`);
  const stream = streamOf(client, key);
  if (stream === undefined) throw new ErrorReply('ERR no such key');
  if (action === 'STREAM') return wholeStream(stream, kind, words);
  if (action === 'GROUPS') return [...stream.groups].map(([name, group]) => groupInfo(stream, name, group));
  const [name = ''] = words;
  const group = stream.groups.get(name);
  if (group === undefined) throw new ErrorReply(`NOGROUP No such consumer group '${name}' for key name '${key}'`);
  return [...group.consumers].map(([consumer, { seen }]) =>
    map({
      name: consumer,
      pending: pendingOf(group).filter((entry) => entry.consumer === consumer).length,
      idle: client.now() - seen,
      inactive: client.now() - seen,
    }),
  );
}
