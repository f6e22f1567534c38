/** A server of one data folder: its connections take turns in the session of PGlite. */
import type { Duplex } from 'node:stream';
import { Connection, type ConnectionServer } from './connection.js';
import type { PGliteThread } from './database.js';
import { errorMessage, fieldsOf, query, rowOf, splitMessages, type Message } from './messages.js';
import { SessionLock, type SessionOf, type SessionOwner } from './session-lock.js';

/** The beginning of names that belong to a connection whose turn it is not. */
const prefixOf = (id: number): string => `~${id}~`;

/** Whether a message may create temporary tables, by its text. */
function mentionsTemporary(bytes: Buffer): boolean {
  return /temp/i.test(bytes.toString('latin1'));
}

/**
 * Returns the statements that hide the temporary tables of a connection, and show those of another one. Names are changed in the
 * catalog, since indexes and types have no command for it in this schema. Names of more than 50 characters keep them.
 */
function switchTemporary(from: number, to: number): string {
  const shown = prefixOf(to);
  const renamed = (table: string, name: string, namespace: string): readonly string[] => {
    const update = (value: string, condition: string): string =>
      `UPDATE pg_catalog.${table} SET ${name} = ${value} WHERE ${namespace} = pg_my_temp_schema() AND ${condition}`;
    return [
      update(`'${prefixOf(from)}' || ${name}`, `length(${name}) <= 50 AND ${name} !~ '^~\\d+~'`),
      update(`substr(${name}, ${shown.length + 1})`, `${name} LIKE '${shown}%'`),
    ];
  };
  return [
    ...renamed('pg_class', 'relname', 'relnamespace'),
    ...renamed('pg_type', 'typname', 'typnamespace'),
    ...renamed('pg_constraint', 'conname', 'connamespace'),
  ].join(';');
}

/** Returns the statements that drop the temporary tables which are shown. */
const dropsOf = `SELECT format('DROP %s IF EXISTS pg_temp.%I CASCADE', CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, relname)
  FROM pg_catalog.pg_class WHERE relnamespace = pg_my_temp_schema() AND relkind IN ('r', 'p', 'v', 'S') AND relname !~ '^~\\d+~'`;

export interface DatabaseServerOptions {
  readonly thread: PGliteThread;
  /** The superuser. */
  readonly user: string;
  /** The database that is open. */
  readonly database: string;
  readonly settings: readonly string[];
  /** Whether connections to the port need no password. */
  readonly isTrusted: boolean;
  readonly log: (level: string, text: string) => void;
  /** Called when nothing has run for a moment. */
  readonly onIdle: () => Promise<void>;
}

/** How long a connection waits for the transaction of another one, in milliseconds. */
const lockTimeout = 30_000;
const idleTime = 100;

export class DatabaseServer implements ConnectionServer {
  readonly connections = new Set<Connection>();
  readonly isTrusted: boolean;
  readonly log: DatabaseServerOptions['log'];
  readonly statements = new Set<string>();
  readonly #options: DatabaseServerOptions;
  readonly #lock = new SessionLock<SessionOwner>(lockTimeout);
  #database: string;
  #lastOwner: SessionOwner | undefined;
  /** Whether the session may have temporary tables. */
  #hasTemporary = false;
  #lastId = 100;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: DatabaseServerOptions) {
    this.#options = options;
    this.#database = options.database;
    this.isTrusted = options.isTrusted;
    this.log = options.log;
  }

  /** @param isLocal whether it came to the socket file */
  connect(socket: Duplex, isLocal: boolean): void {
    this.#lastId += 1;
    const connection = new Connection(this, socket, this.#lastId, isLocal || this.isTrusted);
    this.connections.add(connection);
    void connection.run().finally(() => this.connections.delete(connection));
  }

  async values(sql: string): Promise<(string | null)[]> {
    const owner = { id: 0 };
    const { messages } = await this.run(
      owner,
      { user: this.#options.user, database: this.#database, preparation: [] },
      query(sql),
    );
    this.release(owner);
    const failure = messages.find(({ type }) => type === 'E');
    if (failure !== undefined) throw new Error(fieldsOf(failure.body)['M']);
    return messages.filter(({ type }) => type === 'D').map(({ body }) => rowOf(body)[0] ?? null);
  }

  async run(
    owner: SessionOwner,
    session: SessionOf,
    bytes: Buffer | (() => Buffer),
  ): Promise<{ readonly messages: readonly Message[] }> {
    clearTimeout(this.#idle);
    await this.#lock.acquire(owner);
    if (this.#lastOwner !== owner) await this.#prepare(owner, session);
    const sent = typeof bytes === 'function' ? bytes() : bytes;
    this.#hasTemporary ||= mentionsTemporary(sent);
    const response = await this.#options.thread.run(sent);
    return { messages: splitMessages(response).messages };
  }

  async dropTemporary(owner: SessionOwner, session: SessionOf): Promise<void> {
    // Another database that was opened meanwhile has none of its tables.
    if (!this.#hasTemporary || this.#isClosed || session.database !== this.#database) return;
    const { messages } = await this.run(owner, session, query(dropsOf));
    const drops = messages.filter(({ type }) => type === 'D').map(({ body }) => rowOf(body)[0] ?? '');
    if (drops.length > 0) await this.run(owner, session, query(drops.join(';')));
  }

  release(owner: SessionOwner): void {
    this.#lock.release(owner);
    clearTimeout(this.#idle);
    if (!this.#isClosed) this.#idle = setTimeout(() => void this.#options.onIdle().catch(() => undefined), idleTime);
  }

  notify(channel: string, bytes: Buffer): void {
    for (const connection of this.connections) if (connection.channels.has(channel)) connection.send(bytes);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    for (const connection of this.connections)
      connection.end(
        errorMessage({
          severity: 'FATAL',
          code: '57P01',
          message: 'terminating connection due to administrator command',
        }),
      );
  }

  /** Gives the session the user, the database and the settings of another connection. */
  async #prepare(owner: SessionOwner, { user, database, preparation }: SessionOf): Promise<void> {
    const { thread, settings } = this.#options;
    if (database !== this.#database) {
      this.log('LOG', `lading: the database "${database}" is opened instead of "${this.#database}"`);
      await thread.open({ user: this.#options.user, database, settings });
      this.#database = database;
      this.#hasTemporary = false;
      this.statements.clear();
    }
    // The unnamed statement is that of the last connection.
    this.statements.delete('');
    const authorization = `SET SESSION AUTHORIZATION "${user.replaceAll('"', '""')}"`;
    const temporary = this.#hasTemporary
      ? ['SET SESSION AUTHORIZATION DEFAULT', switchTemporary(this.#lastOwner?.id ?? 0, owner.id)]
      : [];
    for (const sql of ['RESET ALL', ...temporary, authorization, ...preparation]) await thread.run(query(sql));
    this.#lastOwner = owner;
  }
}
