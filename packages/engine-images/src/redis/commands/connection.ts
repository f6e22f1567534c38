/** Commands of a connection, transactions, and messages between clients. */
import { integer, Options, syntaxError } from '../arguments.js';
import type { Client } from '../client.js';
import { command, noReply, type CommandResult, type Commands } from '../command.js';
import { matchesGlob } from '../glob.js';
import { ErrorReply, MapReply, nullArray, ok, PushReply, refused, SimpleReply, type Reply } from '../reply.js';

function authenticate(client: Client, user: string, password: string): void {
  const { password: required } = client.server;
  if (required === '' && user === 'default')
    throw new ErrorReply(
      'ERR AUTH <password> called without any password configured for the default user. Are you sure your configuration is correct?',
    );
  if (user !== 'default' || password !== required)
    throw new ErrorReply('WRONGPASS invalid username-password pair or user is disabled.');
  client.isAuthenticated = true;
}

/** @throws ErrorReply */
function rename(client: Client, name: string): void {
  if (/[^!-~]/.test(name))
    throw new ErrorReply('ERR Client names cannot contain spaces, newlines or special characters.');
  client.name = name;
}

function hello(client: Client, [version, ...words]: readonly string[]): Reply {
  const options = new Options(words);
  const protocol = version === undefined ? client.protocol : Number(version);
  if (protocol !== 2 && protocol !== 3) throw new ErrorReply('NOPROTO unsupported protocol version');
  while (!options.isEmpty) {
    const option = options.take('AUTH', 'SETNAME');
    if (option === 'AUTH') authenticate(client, options.word(), options.word());
    else if (option === 'SETNAME') rename(client, options.word());
    else throw syntaxError();
  }
  if (!client.isAuthenticated)
    throw new ErrorReply(
      'NOAUTH HELLO must be called with the client already authenticated, otherwise the HELLO <proto> AUTH <user> <pass> option can be used to authenticate the client and select the RESP protocol version at the same time',
    );
  client.protocol = protocol;
  const { name, version: serverVersion } = client.server.product;
  return new MapReply([
    ...([
      ['server', name],
      ['version', serverVersion],
      ['proto', protocol],
      ['id', client.id],
    ] as const),
    ...([
      ['mode', 'standalone'],
      ['role', 'master'],
      ['modules', []],
    ] as const),
  ]);
}

function clientCommand(client: Client, [name = '', ...words]: readonly string[]): CommandResult {
  const { server } = client;
  switch (name.toUpperCase()) {
    case 'ID':
      return client.id;
    case 'GETNAME':
      return client.name === '' ? null : client.name;
    case 'SETNAME':
      rename(client, words[0] ?? '');
      return ok;
    case 'INFO':
      return `${client.description}\n`;
    case 'LIST':
      return [...server.clients].map((each) => `${each.description}\n`).join('');
    case 'KILL': {
      const index = words.findIndex((word) => word.toUpperCase() === 'ID');
      const found = [...server.clients].filter(({ id }) => index >= 0 && id === integer(words[index + 1]));
      for (const each of found) each.close();
      return found.length;
    }
    case 'SETINFO':
    case 'NO-EVICT':
    case 'NO-TOUCH':
    case 'UNPAUSE':
      return ok;
    case 'PAUSE':
      throw refused('CLIENT PAUSE is');
    case 'GETREDIR':
      return -1;
    case 'CACHING':
    case 'TRACKINGINFO':
      throw refused('CLIENT TRACKING is');
    case 'TRACKING':
      if (words[0]?.toUpperCase() !== 'OFF') throw refused('CLIENT TRACKING is');
      return ok;
    case 'UNBLOCK': {
      const found = [...server.clients].find(({ id }) => id === integer(words[0]));
      const mode = words[1]?.toUpperCase() ?? 'TIMEOUT';
      if (mode !== 'TIMEOUT' && mode !== 'ERROR')
        throw new ErrorReply('ERR CLIENT UNBLOCK reason should be TIMEOUT or ERROR');
      const error = new ErrorReply('UNBLOCKED client unblocked via CLIENT UNBLOCK');
      return found?.unblock(mode === 'ERROR' ? error : undefined) === true ? 1 : 0;
    }
    case 'REPLY': {
      const mode = new Options(words).take('ON', 'OFF', 'SKIP');
      if (mode === undefined) throw syntaxError();
      client.replies = mode;
      return mode === 'ON' ? ok : noReply;
    }
    default:
      throw new ErrorReply(`ERR unknown subcommand '${name}'. Try CLIENT HELP.`);
  }
}

type Kind = 'subscribe' | 'psubscribe' | 'ssubscribe';

/** The subscriptions of a kind, and how many of them a client has: those of channels and patterns count together. */
function subscriptionsOf({ channels, patterns, shardChannels }: Client, kind: Kind) {
  const set = { subscribe: channels, psubscribe: patterns, ssubscribe: shardChannels }[kind];
  return { set, count: () => (kind === 'ssubscribe' ? set.size : channels.size + patterns.size) };
}

function subscribe(kind: Kind) {
  return (client: Client, channels: readonly string[]) => {
    const { set, count } = subscriptionsOf(client, kind);
    for (const channel of channels) {
      set.add(channel);
      client.send(new PushReply([kind, channel, count()]));
    }
    return noReply;
  };
}

function unsubscribe(kind: Kind) {
  return (client: Client, channels: readonly string[]) => {
    const { set, count } = subscriptionsOf(client, kind);
    const all: (string | null)[] = channels.length > 0 ? [...channels] : set.size > 0 ? [...set] : [null];
    for (const channel of all) {
      if (channel !== null) set.delete(channel);
      client.send(new PushReply([kind.replace('sub', 'unsub'), channel, count()]));
    }
    return noReply;
  };
}

function publish({ server }: Client, [channel = '', message = '']: readonly string[]): Reply {
  let receivers = 0;
  for (const each of server.clients) {
    if (each.channels.has(channel)) {
      receivers += 1;
      each.send(new PushReply(['message', channel, message]));
    }
    for (const pattern of each.patterns) {
      if (!matchesGlob(pattern, channel)) continue;
      receivers += 1;
      each.send(new PushReply(['pmessage', pattern, channel, message]));
    }
  }
  return receivers;
}

function publishToShard({ server }: Client, [channel = '', message = '']: readonly string[]): Reply {
  const receivers = [...server.clients].filter(({ shardChannels }) => shardChannels.has(channel));
  for (const each of receivers) each.send(new PushReply(['smessage', channel, message]));
  return receivers.length;
}

function pubsub({ server }: Client, [name = '', ...words]: readonly string[]): Reply {
  const all = [...server.clients];
  const action = name.toUpperCase();
  const of = (client: Client): Set<string> => (action.startsWith('SHARD') ? client.shardChannels : client.channels);
  if (action === 'CHANNELS' || action === 'SHARDCHANNELS') {
    const [pattern] = words;
    const channels = new Set(all.flatMap((each) => [...of(each)]));
    return [...channels].filter((channel) => pattern === undefined || matchesGlob(pattern, channel));
  }
  if (action === 'NUMSUB' || action === 'SHARDNUMSUB')
    return words.flatMap((channel) => [channel, all.filter((each) => of(each).has(channel)).length]);
  if (action === 'NUMPAT') return new Set(all.flatMap(({ patterns }) => [...patterns])).size;
  throw new ErrorReply(`ERR unknown subcommand '${name}'. Try PUBSUB HELP.`);
}

export const connectionCommands: Commands = {
  ping: command(-1, (client, [message, ...words]) => {
    if (words.length > 0) throw new ErrorReply("ERR wrong number of arguments for 'ping' command");
    if (client.protocol === 2 && client.isSubscribed) return ['pong', message ?? ''];
    return message ?? new SimpleReply('PONG');
  }),
  echo: command(2, (_, [message = '']) => message),
  quit: command(-1, (client) => {
    client.send(ok);
    client.close();
    return noReply;
  }),
  hello: command(-1, hello),
  auth: command(-2, (client, words) => {
    const [user, password] = words.length > 1 ? [words[0], words[1]] : ['default', words[0]];
    authenticate(client, user ?? '', password ?? '');
    return ok;
  }),
  select: command(2, (client, [index]) => {
    client.select(integer(index));
    return ok;
  }),
  swapdb: command(3, ({ server }, [one, other]) => {
    const index = (word: string | undefined, name: string) => integer(word, -Infinity, `ERR invalid ${name} DB index`);
    server.swap(index(one, 'first'), index(other, 'second'));
    return ok;
  }),
  client: command(-2, clientCommand),
  reset: command(1, (client) => {
    client.reset();
    return new SimpleReply('RESET');
  }),
  multi: command(1, (client) => {
    if (client.queued !== undefined) throw new ErrorReply('ERR MULTI calls can not be nested');
    client.queued = [];
    return ok;
  }),
  discard: command(1, (client) => {
    if (client.queued === undefined) throw new ErrorReply('ERR DISCARD without MULTI');
    client.endTransaction();
    return ok;
  }),
  exec: command(1, (client) => {
    const { queued } = client;
    if (queued === undefined) throw new ErrorReply('ERR EXEC without MULTI');
    const [isInvalid, isChanged] = [client.hasInvalidCommand, client.isWatchedChanged()];
    client.endTransaction();
    if (isInvalid) throw new ErrorReply('EXECABORT Transaction discarded because of previous errors.');
    if (isChanged) return nullArray;
    return queued.map((words) => client.server.runInTransaction(client, words));
  }),
  watch: command(-2, (client, keys) => {
    if (client.queued !== undefined) throw new ErrorReply('ERR WATCH inside MULTI is not allowed');
    for (const key of keys) client.watch(key);
    return ok;
  }),
  unwatch: command(1, (client) => {
    client.unwatch();
    return ok;
  }),
  subscribe: command(-2, subscribe('subscribe')),
  psubscribe: command(-2, subscribe('psubscribe')),
  ssubscribe: command(-2, subscribe('ssubscribe')),
  unsubscribe: command(-1, unsubscribe('subscribe')),
  punsubscribe: command(-1, unsubscribe('psubscribe')),
  sunsubscribe: command(-1, unsubscribe('ssubscribe')),
  publish: command(3, publish),
  spublish: command(3, publishToShard),
  pubsub: command(-2, pubsub),
};
