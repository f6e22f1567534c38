/** A server with sixteen databases: it runs the commands of its clients, one after the other. */
import { randomBytes } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { BlockedCommand } from './blocked-command.js';
import { Client, type ClientServer } from './client.js';
import { noReply, type Command, type CommandResult } from './command.js';
import { combinedSortedSetCommands } from './commands/combined-sorted-sets.js';
import { connectionCommands } from './commands/connection.js';
import { hashCommands } from './commands/hashes.js';
import { keyCommands } from './commands/keys.js';
import { listCommands } from './commands/lists.js';
import { scriptCommands } from './commands/scripts.js';
import { serverCommands } from './commands/server.js';
import { setCommands } from './commands/sets.js';
import { sortedSetCommands } from './commands/sorted-sets.js';
import { streamGroupCommands } from './commands/stream-groups.js';
import { streamCommands } from './commands/streams.js';
import { stringCommands } from './commands/strings.js';
import { Database } from './database.js';
import { CommandReader, ProtocolError } from './read-commands.js';
import { ErrorReply, SimpleReply, type Reply } from './reply.js';

export interface Product {
  readonly name: 'redis' | 'valkey';
  readonly version: string;
}

export interface ServerOptions {
  readonly product: Product;
  /** Settings by their names, such as `requirepass`. */
  readonly config: ReadonlyMap<string, string>;
  readonly now: () => number;
  /** Called to store the databases. */
  readonly onSave: (server: Server) => void;
  /** Called with each change. */
  readonly onChange: () => void;
  readonly onStop: (saves: boolean) => void;
  readonly onLog: (mark: string, text: string) => void;
}

/** Settings that change nothing here, with the values that turn them off. */
export const settingsWithoutEffect: ReadonlyMap<string, string> = new Map([
  ['maxmemory', '0'],
  ['timeout', '0'],
  ['notify-keyspace-events', ''],
]);

/** The commands of a client that only receives messages. */
const subscriberCommands = new Set([
  'subscribe',
  'psubscribe',
  'ssubscribe',
  'unsubscribe',
  'punsubscribe',
  'sunsubscribe',
  'ping',
  'quit',
  'reset',
]);
const withSubcommand = new Set([
  'acl',
  'client',
  'cluster',
  'command',
  'config',
  'function',
  'object',
  'pubsub',
  'script',
  'xgroup',
  'xinfo',
]);
const beforeAuthentication = new Set(['auth', 'hello', 'quit', 'reset']);
/** The commands that a transaction does not queue. */
const immediate = new Set(['exec', 'discard', 'multi', 'watch', 'quit', 'reset']);

export class Server implements ClientServer {
  readonly table: Readonly<Record<string, Command>> = {
    ...connectionCommands,
    ...serverCommands,
    ...scriptCommands,
    ...keyCommands,
    ...stringCommands,
    ...hashCommands,
    ...listCommands,
    ...setCommands,
    ...sortedSetCommands,
    ...combinedSortedSetCommands,
    ...streamCommands,
    ...streamGroupCommands,
  };
  readonly clients = new Set<Client>();
  readonly blocked = new Set<Client>();
  readonly databases: Database[];
  readonly config: Map<string, string>;
  readonly product: Product;
  readonly runId = randomBytes(20).toString('hex');
  readonly started: number;
  readonly now: () => number;
  connections = 0;
  commands = 0;
  changes = 0;
  lastSave: number;
  readonly #options: ServerOptions;
  readonly #changesByKey = new Map<Database, Map<string, number>>();
  #changed = false;

  constructor(options: ServerOptions) {
    this.#options = options;
    this.product = options.product;
    this.config = new Map(options.config);
    this.now = options.now;
    this.started = options.now();
    this.lastSave = Math.floor(this.started / 1000);
    const count = Number(this.config.get('databases') ?? 16);
    this.databases = Array.from(
      { length: count },
      () => new Database(this.now, (database, key) => this.#note(database, key)),
    );
  }

  get password(): string {
    return this.config.get('requirepass') ?? '';
  }

  get port(): number {
    return Number(this.config.get('port') ?? 6379);
  }

  /** @throws ErrorReply */
  database(index: number): Database {
    const database = this.databases[index];
    if (database === undefined) throw new ErrorReply('ERR DB index is out of range');
    return database;
  }

  swap(one: number, other: number): void {
    const [first, second] = [this.database(one), this.database(other)];
    this.databases[one] = second;
    this.databases[other] = first;
    // A transaction that watches a key of either fails.
    for (const key of [...first.keys(), ...second.keys()])
      for (const database of [first, second]) this.#note(database, key);
    this.#changed = true;
  }

  configure(name: string, value: string): void {
    if (!this.config.has(name))
      throw new ErrorReply(`ERR Unknown option or number of arguments for CONFIG SET - '${name}'`);
    if (settingsWithoutEffect.has(name) && settingsWithoutEffect.get(name) !== value)
      throw new ErrorReply(
        `ERR CONFIG SET failed (possibly related to argument '${name}') - lading: it has no effect here, and a test of it needs a real server`,
      );
    this.config.set(name, value);
  }

  connect(connection: Duplex): void {
    this.connections += 1;
    const client = new Client(this.connections, this, connection);
    const reader = new CommandReader();
    this.clients.add(client);
    connection.on('data', (data: Buffer) => {
      try {
        for (const words of reader.read(data)) if (!connection.writableEnded) client.accept([words]);
      } catch (error) {
        client.send(
          new ErrorReply(
            error instanceof ProtocolError ? `ERR Protocol error: ${error.message}` : 'ERR internal error',
          ),
        );
        client.close();
      }
    });
    connection.once('end', () => client.close());
    connection.once('close', () => client.close());
    connection.on('error', () => undefined);
  }

  run(client: Client, words: readonly string[]): void {
    this.commands += 1;
    this.#changed = false;
    const result = this.#guarded(() => this.#result(client, words));
    if (result === noReply) return;
    if (result instanceof BlockedCommand) {
      const reply = this.#guarded(() => result.attempt() ?? noReply);
      if (reply === noReply) client.block(result);
      else client.send(reply as Reply);
    } else client.send(result);
    // What has changed may be what others wait for, in the order in which they began.
    while (this.#changed) {
      this.#changed = false;
      for (const other of [...this.blocked]) other.retry();
    }
  }

  /** Runs a command of a transaction, which does not wait. */
  runInTransaction(client: Client, [name = '', ...args]: readonly string[]): Reply {
    const result = this.#guarded(() => this.table[name.toLowerCase()]?.run(client, args) ?? null);
    if (result instanceof BlockedCommand)
      return this.#guarded(() => result.attempt() ?? result.request.otherwise) as Reply;
    return result === noReply ? new SimpleReply('OK') : result;
  }

  /** Returns the number of changes of a key. */
  changesOf(database: Database, key: string): number {
    return this.#changesByKey.get(database)?.get(key) ?? 0;
  }

  /** Calls a function after a time. @returns a function that cancels it */
  schedule(milliseconds: number, action: () => void): () => void {
    const end = this.now() + milliseconds;
    // The clock may be that of a test.
    const timer = setInterval(
      () => {
        if (this.now() >= end) {
          clearInterval(timer);
          action();
        }
      },
      Math.min(milliseconds, 20),
    );
    return () => clearInterval(timer);
  }

  save(): void {
    this.#options.onSave(this);
    this.changes = 0;
    this.lastSave = Math.floor(this.now() / 1000);
  }

  stop(saves: boolean): void {
    this.#options.onStop(saves);
  }

  log(mark: string, text: string): void {
    this.#options.onLog(mark, text);
  }

  close(): void {
    for (const client of [...this.clients]) client.close();
  }

  #result(client: Client, [name = '', ...args]: readonly string[]): CommandResult {
    const lower = name.toLowerCase();
    const found = Object.hasOwn(this.table, lower) ? this.table[lower] : undefined;
    if (found === undefined) {
      client.hasInvalidCommand = client.queued !== undefined;
      const beginning = args
        .slice(0, 20)
        .map((each) => `'${each.slice(0, 128)}' `)
        .join('');
      throw new ErrorReply(`ERR unknown command '${name.slice(0, 128)}', with args beginning with: ${beginning}`);
    }
    const count = args.length + 1;
    if (found.arity > 0 ? count !== found.arity : count < -found.arity) {
      client.hasInvalidCommand = client.queued !== undefined;
      throw new ErrorReply(`ERR wrong number of arguments for '${lower}' command`);
    }
    if (!client.isAuthenticated && !beforeAuthentication.has(lower))
      throw new ErrorReply('NOAUTH Authentication required.');
    client.command = withSubcommand.has(lower) ? [lower, args[0]?.toLowerCase()].join('|') : lower;
    if (client.isSubscribed && client.protocol === 2 && !subscriberCommands.has(lower))
      throw new ErrorReply(
        `ERR Can't execute '${lower}': only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING / QUIT / RESET are allowed in this context`,
      );
    if (client.queued !== undefined && (lower === 'shutdown' || lower === 'save')) {
      client.hasInvalidCommand = true;
      throw new ErrorReply('ERR Command not allowed inside a transaction');
    }
    if (client.queued !== undefined && !immediate.has(lower)) {
      client.queued.push([name, ...args]);
      return new SimpleReply('QUEUED');
    }
    return found.run(client, args);
  }

  #guarded(action: () => CommandResult): CommandResult {
    try {
      return action();
    } catch (error) {
      if (error instanceof ErrorReply) return error;
      throw error;
    }
  }

  #note(database: Database, key: string): void {
    const counts = this.#changesByKey.get(database) ?? new Map<string, number>();
    this.#changesByKey.set(database, counts.set(key, (counts.get(key) ?? 0) + 1));
    this.changes += 1;
    this.#changed = true;
    this.#options.onChange();
  }
}
