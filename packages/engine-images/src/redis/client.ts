/** A connection of a client: what it has selected, watches and waits for. */
import type { Duplex } from 'node:stream';
import type { BlockedCommand } from './blocked-command.js';
import type { Database } from './database.js';
import { encodeReply, ErrorReply, PushReply, type Reply } from './reply.js';

/** What clients and their commands need of the server. */
export interface ClientServer {
  readonly table: Readonly<Record<string, { readonly arity: number }>>;
  readonly clients: Set<Client>;
  /** The clients that wait, in the order in which they began. */
  readonly blocked: Set<Client>;
  readonly databases: readonly Database[];
  readonly config: ReadonlyMap<string, string>;
  readonly product: { readonly name: string; readonly version: string };
  readonly password: string;
  readonly port: number;
  readonly runId: string;
  readonly started: number;
  readonly lastSave: number;
  readonly connections: number;
  readonly commands: number;
  readonly changes: number;
  readonly now: () => number;
  /** @throws ErrorReply */
  database(index: number): Database;
  swap(one: number, other: number): void;
  configure(name: string, value: string): void;
  run(client: Client, words: readonly string[]): void;
  /** Runs a command of a transaction, which does not wait. */
  runInTransaction(client: Client, words: readonly string[]): Reply;
  /** Returns the number of changes of a key. */
  changesOf(database: Database, key: string): number;
  /** Calls a function after a time. @returns a function that cancels it */
  schedule(milliseconds: number, action: () => void): () => void;
  save(): void;
  stop(saves: boolean): void;
  /** Writes to the log. @param mark that of a level: `*` */
  log(mark: string, text: string): void;
}

export class Client {
  readonly id: number;
  readonly server: ClientServer;
  name = '';
  protocol = 2;
  isAuthenticated: boolean;
  readonly channels = new Set<string>();
  readonly patterns = new Set<string>();
  /** Those of `SSUBSCRIBE`, to which `PUBLISH` does not lead. */
  readonly shardChannels = new Set<string>();
  /** The last command, with a subcommand: `client|list`. */
  command = 'NULL';
  /** The commands of a transaction; undefined outside of one. */
  queued: (readonly string[])[] | undefined;
  hasInvalidCommand = false;
  /** What `CLIENT REPLY` has set: `SKIP` leaves out the next reply. */
  replies: 'ON' | 'OFF' | 'SKIP' = 'ON';
  readonly #connection: Duplex;
  readonly #watched: { readonly database: Database; readonly key: string; readonly changes: number }[] = [];
  #index = 0;
  /** The commands that arrived while one waits. */
  #waiting: (readonly string[])[] = [];
  #blocked: { readonly command: BlockedCommand; readonly cancel: () => void } | undefined;

  constructor(id: number, server: ClientServer, connection: Duplex) {
    this.id = id;
    this.server = server;
    this.#connection = connection;
    this.isAuthenticated = server.password === '';
  }

  get database(): Database {
    return this.server.database(this.#index);
  }

  get description(): string {
    const { id, name, protocol, channels, patterns, shardChannels } = this;
    const flag = this.#blocked !== undefined ? 'b' : this.isSubscribed ? 'P' : this.queued !== undefined ? 'x' : 'N';
    return `id=${id} addr=172.17.0.1:${40_000 + (id % 20_000)} laddr=172.17.0.2:${this.server.port} fd=8 name=${name} age=0 idle=0 flags=${flag} db=${this.#index} sub=${channels.size} psub=${patterns.size} ssub=${shardChannels.size} multi=${this.queued?.length ?? -1} cmd=${this.command} user=default redir=-1 resp=${protocol}`;
  }

  get isSubscribed(): boolean {
    return this.channels.size + this.patterns.size + this.shardChannels.size > 0;
  }

  now(): number {
    return this.server.now();
  }

  /** @throws ErrorReply */
  select(index: number): void {
    this.server.database(index);
    this.#index = index;
  }

  send(reply: Reply): void {
    const isSent = this.replies === 'ON' || reply instanceof PushReply;
    if (this.replies === 'SKIP') this.replies = 'ON';
    if (isSent && !this.#connection.destroyed)
      this.#connection.write(Buffer.from(encodeReply(reply, this.protocol), 'latin1'));
  }

  /** Runs commands in their order, each when those before it have their replies. */
  accept(commands: readonly (readonly string[])[]): void {
    this.#waiting.push(...commands);
    while (this.#blocked === undefined) {
      const words = this.#waiting.shift();
      if (words === undefined) return;
      this.server.run(this, words);
    }
  }

  /** Waits until a command has a reply. */
  block(command: BlockedCommand): void {
    const { timeout, otherwise } = command.request;
    const cancel = timeout === 0 ? () => undefined : this.server.schedule(timeout, () => this.#end(otherwise));
    this.#blocked = { command, cancel };
    this.server.blocked.add(this);
  }

  /** Tries the command that waits again. */
  retry(): void {
    if (this.#blocked === undefined) return;
    const { keys, type, attempt } = this.#blocked.command.request;
    const found = keys.filter((key) => type === undefined || this.database.entry(key)?.type === type);
    let reply: Reply | undefined;
    try {
      reply = found.length === 0 ? undefined : attempt(found);
    } catch (error) {
      if (!(error instanceof ErrorReply)) throw error;
      reply = error;
    }
    if (reply !== undefined) this.#end(reply);
  }

  /** @param reply that of the time without one */
  unblock(reply = this.#blocked?.command.request.otherwise): boolean {
    if (this.#blocked === undefined || reply === undefined) return false;
    this.#end(reply);
    return true;
  }

  #forgetBlocked(): void {
    this.#blocked?.cancel();
    this.#blocked = undefined;
    this.server.blocked.delete(this);
  }

  #end(reply: Reply): void {
    this.#forgetBlocked();
    this.send(reply);
    this.accept([]);
  }

  watch(key: string): void {
    this.#watched.push({ database: this.database, key, changes: this.server.changesOf(this.database, key) });
  }

  unwatch(): void {
    this.#watched.length = 0;
  }

  isWatchedChanged(): boolean {
    return this.#watched.some(({ database, key, changes }) => {
      // A key that has expired counts as changed.
      database.has(key);
      return this.server.changesOf(database, key) !== changes;
    });
  }

  endTransaction(): void {
    this.queued = undefined;
    this.hasInvalidCommand = false;
    this.unwatch();
  }

  reset(): void {
    this.endTransaction();
    this.channels.clear();
    this.patterns.clear();
    this.shardChannels.clear();
    this.#index = 0;
    this.protocol = 2;
    this.name = '';
    this.replies = 'ON';
    this.isAuthenticated = this.server.password === '';
  }

  close(): void {
    this.#forgetBlocked();
    this.#waiting = [];
    this.server.clients.delete(this);
    this.#connection.end();
  }
}
