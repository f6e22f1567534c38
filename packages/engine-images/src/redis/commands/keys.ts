/** Commands of keys of any type. */
import { integer, momentOf, Options, syntaxError } from '../arguments.js';
import type { Client } from '../client.js';
import { command, type Commands } from '../command.js';
import type { Database, TypedValue } from '../database.js';
import { matchesGlob } from '../glob.js';
import { ErrorReply, ok, SimpleReply, type Reply } from '../reply.js';
import { cloneStream } from '../stream.js';
import { sort } from './sort.js';

/** @param scale the milliseconds of a unit */
function expire(name: string, scale: number, isMoment: boolean) {
  return (client: Client, [key = '', amount = '', ...words]: readonly string[]): Reply => {
    const flags = new Set(words.map((each) => each.toUpperCase()));
    const unknown = words.find((each) => !/^(nx|xx|gt|lt)$/i.test(each));
    if (unknown !== undefined) throw new ErrorReply(`ERR Unsupported option ${unknown}`);
    if (flags.has('NX') && flags.size > 1)
      throw new ErrorReply('ERR NX and XX, GT or LT options at the same time are not compatible');
    if (flags.has('GT') && flags.has('LT'))
      throw new ErrorReply('ERR GT and LT options at the same time are not compatible');
    const moment = momentOf(name, amount, scale, isMoment ? 0 : client.now());
    const { database } = client;
    if (!database.has(key)) return 0;
    const before = database.expiryOf(key);
    if (flags.has('NX') && before !== undefined) return 0;
    if (flags.has('XX') && before === undefined) return 0;
    if (flags.has('GT') && (before === undefined || moment <= before)) return 0;
    if (flags.has('LT') && before !== undefined && moment >= before) return 0;
    database.expire(key, moment);
    return 1;
  };
}

function remaining(scale: number, isMoment: boolean) {
  return (client: Client, [key = '']: readonly string[]): Reply => {
    if (!client.database.has(key)) return -2;
    const moment = client.database.expiryOf(key);
    if (moment === undefined) return -1;
    return Math.round((moment - (isMoment ? 0 : client.now())) / scale);
  };
}

function rename({ database }: Client, key: string, target: string): void {
  const entry = database.entry(key);
  if (entry === undefined) throw new ErrorReply('ERR no such key');
  const expiry = database.expiryOf(key);
  database.delete(key);
  database.put(target, entry);
  if (expiry !== undefined) database.expire(target, expiry);
}

function move(from: Database, to: Database, key: string): boolean {
  const entry = from.entry(key);
  if (entry === undefined || to.has(key)) return false;
  const expiry = from.expiryOf(key);
  from.delete(key);
  to.put(key, entry);
  if (expiry !== undefined) to.expire(key, expiry);
  return true;
}

/** @throws ErrorReply */
function requireOther(client: Client, database: Database, isSameKey: boolean): void {
  if (database === client.database && isSameKey)
    throw new ErrorReply('ERR source and destination objects are the same');
}

/** Copies a value, so that changes of one do not show in the other. */
export function copyOf(entry: TypedValue): TypedValue {
  switch (entry.type) {
    case 'string':
      return entry;
    case 'list':
      return { type: 'list', value: [...entry.value] };
    case 'set':
      return { type: 'set', value: new Set(entry.value) };
    case 'hash':
      return { type: 'hash', value: new Map(entry.value) };
    case 'zset':
      return { type: 'zset', value: new Map(entry.value) };
    case 'stream':
      return { type: 'stream', value: cloneStream(entry.value) };
  }
}

/** @throws ErrorReply */
export function requireCursor(text: string | undefined): void {
  if (text === undefined || !/^\d+$/.test(text)) throw new ErrorReply('ERR invalid cursor');
}

/** Returns all items at once: the cursor is always that of the end. */
export function scan(
  words: readonly string[],
  items: readonly string[],
): { readonly items: string[]; readonly options: Map<string, string> } {
  const options = new Options(words);
  const found = new Map<string, string>();
  while (!options.isEmpty) {
    const name = options.take('MATCH', 'COUNT', 'TYPE', 'NOVALUES');
    if (name === undefined) throw syntaxError();
    found.set(name, name === 'NOVALUES' ? '' : options.word());
  }
  const pattern = found.get('MATCH');
  return {
    items: pattern === undefined ? [...items] : items.filter((each) => matchesGlob(pattern, each)),
    options: found,
  };
}

const encodings: Readonly<Record<string, string>> = {
  hash: 'listpack',
  list: 'listpack',
  set: 'listpack',
  zset: 'listpack',
  stream: 'stream',
};

export const keyCommands: Commands = {
  del: command(-2, ({ database }, keys) => keys.filter((key) => database.has(key) && database.delete(key)).length),
  unlink: command(-2, ({ database }, keys) => keys.filter((key) => database.has(key) && database.delete(key)).length),
  exists: command(-2, ({ database }, keys) => keys.filter((key) => database.has(key)).length),
  touch: command(-2, ({ database }, keys) => keys.filter((key) => database.has(key)).length),
  type: command(2, ({ database }, [key = '']) => new SimpleReply(database.entry(key)?.type ?? 'none')),
  keys: command(2, ({ database }, [pattern = '']) => database.keys().filter((key) => matchesGlob(pattern, key))),
  scan: command(-2, ({ database }, [cursor, ...words]) => {
    requireCursor(cursor);
    const { items, options } = scan(words, database.keys());
    const type = options.get('TYPE')?.toLowerCase();
    return ['0', items.filter((key) => type === undefined || database.entry(key)?.type === type)];
  }),
  randomkey: command(1, ({ database }) => {
    const keys = database.keys();
    return keys[Math.floor(Math.random() * keys.length)] ?? null;
  }),
  rename: command(3, (client, [key = '', target = '']) => {
    rename(client, key, target);
    return ok;
  }),
  renamenx: command(3, (client, [key = '', target = '']) => {
    if (!client.database.has(key)) throw new ErrorReply('ERR no such key');
    if (client.database.has(target)) return 0;
    rename(client, key, target);
    return 1;
  }),
  copy: command(-3, (client, [key = '', target = '', ...words]) => {
    const options = new Options(words);
    let [database, replaces] = [client.database, false];
    while (!options.isEmpty) {
      if (options.take('REPLACE') !== undefined) replaces = true;
      else if (options.take('DB') !== undefined) database = client.server.database(options.integer());
      else throw syntaxError();
    }
    requireOther(client, database, key === target);
    const entry = client.database.entry(key);
    if (entry === undefined || (database.has(target) && !replaces)) return 0;
    const expiry = client.database.expiryOf(key);
    database.put(target, copyOf(entry));
    if (expiry !== undefined) database.expire(target, expiry);
    return 1;
  }),
  move: command(3, (client, [key = '', index]) => {
    const target = client.server.database(integer(index));
    requireOther(client, target, true);
    return move(client.database, target, key) ? 1 : 0;
  }),
  expire: command(-3, expire('expire', 1000, false)),
  pexpire: command(-3, expire('pexpire', 1, false)),
  expireat: command(-3, expire('expireat', 1000, true)),
  pexpireat: command(-3, expire('pexpireat', 1, true)),
  ttl: command(2, remaining(1000, false)),
  pttl: command(2, remaining(1, false)),
  expiretime: command(2, remaining(1000, true)),
  pexpiretime: command(2, remaining(1, true)),
  persist: command(2, ({ database }, [key = '']) => {
    if (database.expiryOf(key) === undefined) return 0;
    database.expire(key, undefined);
    return 1;
  }),
  object: command(-2, ({ database }, [name = '', key = '']) => {
    const entry = database.entry(key);
    if (entry === undefined) return null;
    const kind = name.toUpperCase();
    if (kind === 'REFCOUNT') return 1;
    if (kind !== 'ENCODING') return 0;
    if (entry.type !== 'string') return encodings[entry.type] ?? '';
    return /^-?\d{1,19}$/.test(entry.value) ? 'int' : entry.value.length <= 44 ? 'embstr' : 'raw';
  }),
  dbsize: command(1, ({ database }) => database.size),
  flushdb: command(-1, ({ database }) => {
    database.clear();
    return ok;
  }),
  flushall: command(-1, ({ server }) => {
    for (const database of server.databases) database.clear();
    return ok;
  }),
  sort: command(-2, (client, args) => sort(client, args, false)),
  sort_ro: command(-2, (client, args) => sort(client, args, true)),
};
