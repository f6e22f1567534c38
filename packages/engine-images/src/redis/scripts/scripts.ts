/** Scripts of a server: their cache, and what they may call. */
import { createHash } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { MissingPackage } from '../../serve/optional-package.js';
import { integer } from '../arguments.js';
import { Client, type ClientServer } from '../client.js';
import { ErrorReply, type Reply } from '../reply.js';
import { bit } from './bit.js';
import { createCjson } from './cjson.js';
import { cmsgpack } from './cmsgpack.js';
import { LuaError, ScriptLimit, formatDigits, type LuaValue } from './lua-value.js';
import { Lua, type Library } from './lua.js';
import { prelude } from './prelude.js';
import { isText, luaValueOf, replyOf, textOf } from './script-replies.js';

/** The commands that scripts may not call. */
const forbidden = new Set(
  `acl auth bgrewriteaof bgsave blmove blpop brpop brpoplpush bzpopmax bzpopmin client config debug discard eval eval_ro
  evalsha evalsha_ro exec fcall fcall_ro function hello latency module monitor multi psubscribe psync punsubscribe quit
  replicaof reset role save script shutdown slaveof ssubscribe subscribe sunsubscribe sync unsubscribe unwatch wait waitaof
  watch`.split(/\s+/),
);
const writing = new Set(
  `append bitfield bitop blmpop bzmpop copy decr decrby del expire expireat flushall flushdb geoadd georadius
  georadiusbymember geosearchstore getdel getex getset hdel hincrby hincrbyfloat hmset hset hsetnx incr incrby incrbyfloat
  linsert lmove lmpop lpop lpush lpushx lrem lset ltrim migrate move mset msetnx persist pexpire pexpireat pfadd pfmerge
  psetex rename renamenx restore rpop rpoplpush rpush rpushx sadd sdiffstore set setbit setex setnx setrange sinterstore
  smove sort spop srem sunionstore swapdb unlink xack xadd xautoclaim xclaim xdel xgroup xreadgroup xsetid xtrim zadd
  zdiffstore zincrby zinterstore zmpop zpopmax zpopmin zrangestore zrem zremrangebylex zremrangebyrank zremrangebyscore
  zunionstore`.split(/\s+/),
);
const constants =
  'LOG_DEBUG=0 LOG_VERBOSE=1 LOG_NOTICE=2 LOG_WARNING=3 REPL_NONE=0 REPL_AOF=1 REPL_SLAVE=2 REPL_REPLICA=2 REPL_ALL=3'
    .split(' ')
    .map((each) => each.split('='))
    .map(([name = '', value]): [string, number] => [name, Number(value)]);

const flagNames = ['', 'no-writes', 'allow-oom', 'allow-stale', 'no-cluster', 'allow-cross-slot-keys'];

const errorTable = (message: string): LuaValue => new Map([['err', message]]);
const failure = (message: string): LuaError => new LuaError(errorTable(`ERR ${message}`));
const digestOf = (text: string): string => createHash('sha1').update(text, 'latin1').digest('hex');

export class Scripts {
  readonly #server: ClientServer;
  /** The client as which commands of scripts run. */
  readonly #client: Client;
  readonly #sources = new Map<string, string>();
  #lua: Lua | undefined;
  /** The scripts that the interpreter has. */
  readonly #compiled = new Set<string>();
  #isReadOnly = false;

  constructor(server: ClientServer) {
    this.#server = server;
    this.#client = new Client(0, server, new PassThrough());
  }

  has(digest: string): boolean {
    return this.#sources.has(digest.toLowerCase());
  }

  clear(): void {
    this.#sources.clear();
    this.#forget();
  }

  /** @returns the digest @throws ErrorReply */
  load(source: string): string {
    const digest = digestOf(source);
    if (this.#sources.has(digest)) return digest;
    flagsOf(source);
    this.#compile(digest, source);
    this.#sources.set(digest, source);
    return digest;
  }

  /** @param script a source or a digest @throws ErrorReply */
  run(
    client: Client,
    script: string,
    isDigest: boolean,
    [count = '', ...words]: readonly string[],
    isReadOnly: boolean,
  ): Reply {
    const keys = integer(count);
    if (keys > words.length) throw new ErrorReply("ERR Number of keys can't be greater than number of args");
    if (keys < 0) throw new ErrorReply("ERR Number of keys can't be negative");
    const digest = isDigest ? script.toLowerCase() : this.load(script);
    const source = this.#sources.get(digest);
    if (source === undefined) throw new ErrorReply('NOSCRIPT No matching script. Please use EVAL.');
    this.#isReadOnly = isReadOnly || flagsOf(source).includes('no-writes');
    this.#client.select(this.#server.databases.indexOf(client.database));
    this.#client.protocol = 2;
    const lua = this.#compile(digest, source);
    const globals = { KEYS: words.slice(0, keys), ARGV: words.slice(keys) };
    const limit = Number(this.#server.config.get('lua-time-limit'));
    const { value, isError } = this.#limited(() => lua.run(digest, globals, limit));
    if (lua.isTooLarge) this.#forget();
    if (!isError) return replyOf(value, this.#client.protocol);
    if (!(value instanceof Map)) return new ErrorReply(`ERR lading: the script failed: ${String(value)}`);
    const [message, from, line] = [value.get('err'), value.get('source'), value.get('line')] as LuaValue[];
    const place = isText(from) && isText(line) ? ` script: ${digest}, on ${from}:${line}.` : '';
    return new ErrorReply(`${isText(message) ? textOf(message) : 'ERR unknown error'}${place}`);
  }

  #compile(digest: string, source: string): Lua {
    return this.#limited(() => {
      this.#lua ??= new Lua({ redis: this.#functions(), cjson: createCjson(), cmsgpack, bit }, prelude);
      if (this.#compiled.has(digest)) return this.#lua;
      // The line stays, so that errors name the right one.
      const error = this.#lua.compile(digest, source.replace(/^#!.*/, ''));
      if (error !== undefined) throw new ErrorReply(`ERR Error compiling script (new function): ${error}`);
      this.#compiled.add(digest);
      return this.#lua;
    });
  }

  /** Gives up the interpreter after an error that is not one of Lua. @throws ErrorReply */
  #limited<Result>(action: () => Result): Result {
    try {
      return action();
    } catch (error) {
      if (error instanceof ErrorReply) throw error;
      this.#forget();
      const isKnown = error instanceof ScriptLimit || error instanceof MissingPackage;
      const reason = isKnown ? error.message : `the script ended the interpreter of Lua: ${String(error)}`;
      throw new ErrorReply(`ERR lading: ${reason}`);
    }
  }

  #forget(): void {
    this.#lua = undefined;
    this.#compiled.clear();
  }

  /** @returns an error is one of the replies */
  #call(args: readonly LuaValue[]): Reply {
    if (args.length === 0) return new ErrorReply('ERR Please specify at least one argument for this redis lib call');
    if (!args.every(isText)) return new ErrorReply('ERR Lua redis lib command arguments must be strings or integers');
    const [name = '', ...words] = args.map((each) => (typeof each === 'number' ? formatDigits(each, 17) : each));
    const lower = name.toLowerCase();
    const found = Object.hasOwn(this.#server.table, lower) ? this.#server.table[lower] : undefined;
    if (found === undefined) return new ErrorReply('ERR Unknown Redis command called from script');
    if (found.arity > 0 ? args.length !== found.arity : args.length < -found.arity)
      return new ErrorReply('ERR Wrong number of args calling Redis command from script');
    const options = words.slice(
      0,
      words.findIndex((each) => /^streams$/i.test(each)),
    );
    if (/^xread(group)?$/.test(lower) && options.some((each) => /^block$/i.test(each)))
      return new ErrorReply(`ERR ${lower} command is not allowed with BLOCK option from scripts`);
    if (forbidden.has(lower)) return new ErrorReply('ERR This Redis command is not allowed from script');
    if (this.#isReadOnly && writing.has(lower))
      return new ErrorReply('ERR Write commands are not allowed from read-only scripts.');
    return this.#server.runInTransaction(this.#client, [lower, ...words]);
  }

  #functions(): Library {
    const { version } = this.#server.product;
    const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
    const nothing = (): readonly LuaValue[] => [];
    const field = (name: string, value: LuaValue, of = (text: string) => text): readonly LuaValue[] => [
      typeof value === 'string' ? new Map([[name, of(value)]]) : errorTable('ERR wrong number or type of arguments'),
    ];
    return {
      call: (...args) => {
        const reply = this.#call(args);
        if (reply instanceof ErrorReply) throw new LuaError(errorTable(reply.message));
        return [luaValueOf(reply, this.#client.protocol)];
      },
      pcall: (...args) => [luaValueOf(this.#call(args), this.#client.protocol)],
      error_reply: (text) => field('err', text, withCode),
      status_reply: (text) => field('ok', text),
      sha1hex: (...args) => {
        if (args.length !== 1) throw failure('wrong number of arguments');
        return [digestOf(isText(args[0]) ? textOf(args[0]) : '')];
      },
      setresp: (...args) => {
        if (args.length !== 1) throw failure('redis.setresp() requires one argument.');
        if (args[0] !== 2 && args[0] !== 3) throw failure('RESP version must be 2 or 3.');
        this.#client.protocol = args[0];
        return [];
      },
      log: (level, ...texts) => {
        if (texts.length === 0) throw failure('redis.log() requires two arguments or more.');
        if (typeof level !== 'number') throw failure('First argument must be a number (log level).');
        if (level < 0 || level > 3) throw failure('Invalid debug level.');
        this.#server.log('.-*#'[level] ?? '*', texts.filter(isText).map(textOf).join(' '));
        return [];
      },
      replicate_commands: () => [true],
      set_repl: nothing,
      breakpoint: () => [false],
      debug: nothing,
      acl_check_cmd: () => [true],
      ...Object.fromEntries(constants),
      REDIS_VERSION: version,
      REDIS_VERSION_NUM: major * 65_536 + minor * 256 + patch,
    };
  }
}

/** Puts `ERR` before an error without a code. */
function withCode(text: string): string {
  const message = text.replace(/^-/, '').trim();
  return message.includes(' ') ? message : `ERR ${message}`;
}

/** @returns the flags of the first line: `#!lua flags=no-writes` @throws ErrorReply */
function flagsOf(source: string): readonly string[] {
  const [, engine, options = ''] = /^(#!\S*)(.*)/.exec(source) ?? [];
  if (engine === undefined) return [];
  if (engine !== '#!lua') throw new ErrorReply(`ERR Unexpected engine in script shebang: ${engine}`);
  const flags = options.split(/\s+/).flatMap((option) => {
    if (option !== '' && !option.startsWith('flags='))
      throw new ErrorReply(`ERR Unknown lua shebang option: ${option}`);
    return option.slice('flags='.length).split(',');
  });
  for (const flag of flags)
    if (!flagNames.includes(flag)) throw new ErrorReply(`ERR Unexpected flag in script shebang: ${flag}`);
  return flags;
}
