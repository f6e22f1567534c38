/** A connection of a client: its start, its messages, and what it has of the session. */
import { randomBytes } from 'node:crypto';
import type { Duplex } from 'node:stream';
import {
  errorMessage,
  fieldsOf,
  int32,
  message,
  splitMessages,
  text,
  textAt,
  type ErrorFields,
  type Message,
} from './messages.js';
import { PreparedStatements } from './prepared-statements.js';
import { ScramServer } from './scram.js';
import { LockTimeout, waitedTooLong, type SessionOf, type SessionOwner } from './session-lock.js';
import { firstSettings, settingOf } from './session-settings.js';

/** Thrown to end a connection with a message. */
class Fatal extends Error {
  readonly fields: ErrorFields;
  constructor(code: string, reason: string) {
    super(reason);
    this.fields = { severity: 'FATAL', code, message: reason };
  }
}

const codes = { ssl: 80_877_103, gss: 80_877_104, cancel: 80_877_102, protocol: 196_608 };
const copyFromClient = /^\s*COPY\b[^]*\bFROM\s+STDIN\b/i;

/** What a connection needs of the server. */
export interface ConnectionServer {
  readonly log: (level: string, text: string) => void;
  /** The prepared statements of the session. */
  readonly statements: Set<string>;
  /** Returns the first column of the rows of a query of the superuser. */
  values(sql: string): Promise<(string | null)[]>;
  /**
   * Runs messages when it is the turn of a connection, which keeps its turn until it releases it.
   *
   * @throws LockTimeout
   */
  run(
    owner: SessionOwner,
    session: SessionOf,
    bytes: Buffer | (() => Buffer),
  ): Promise<{ readonly messages: readonly Message[] }>;
  /** Drops the temporary tables of a connection that ends. */
  dropTemporary(owner: SessionOwner, session: SessionOf): Promise<void>;
  /** Ends the turn of a connection. */
  release(owner: SessionOwner): void;
  /** Passes a message of NOTIFY on. */
  notify(channel: string, bytes: Buffer): void;
}

export class Connection implements SessionOwner {
  readonly id: number;
  /** The channels on which it listens. */
  readonly channels = new Set<string>();
  readonly #server: ConnectionServer;
  readonly #socket: Duplex;
  readonly #isTrusted: boolean;
  readonly #statements: PreparedStatements;
  /** The settings of the session that the client has changed, by name. */
  readonly #settings = new Map<string, string>();
  #user = '';
  #database = '';
  #batch: Message[] = [];
  /** The messages before the data of a COPY. */
  #copy: Buffer[] | undefined;
  #rest = Buffer.alloc(0);

  constructor(server: ConnectionServer, socket: Duplex, id: number, isTrusted: boolean) {
    this.#server = server;
    this.#socket = socket;
    this.id = id;
    this.#isTrusted = isTrusted;
    this.#statements = new PreparedStatements(String(id), server.statements);
    socket.on('error', () => undefined);
  }

  send(...bytes: readonly Buffer[]): void {
    if (!this.#socket.destroyed && bytes.length > 0) this.#socket.write(Buffer.concat(bytes));
  }

  end(bytes: Buffer): void {
    this.send(bytes);
    this.#socket.end();
  }

  /** Serves the client until it disconnects. */
  async run(): Promise<void> {
    try {
      const chunks = this.#socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
      await this.#start(chunks);
      for (;;) {
        const { messages, rest } = splitMessages(this.#rest);
        this.#rest = Buffer.from(rest);
        for (const each of messages) {
          if (each.type === 'X') return;
          await this.#accept(each);
        }
        if (!(await this.#read(chunks))) return;
      }
    } catch (error) {
      if (error instanceof Fatal) this.send(errorMessage(error.fields));
    } finally {
      this.#socket.end();
      await this.#leave();
    }
  }

  async #read(chunks: AsyncIterator<Buffer>): Promise<boolean> {
    const { value, done } = await chunks.next();
    if (done === true) return false;
    this.#rest = Buffer.concat([this.#rest, value]);
    return true;
  }

  /** Undoes what the client has left. */
  async #leave(): Promise<void> {
    if (this.#hasTurn) await this.#run(message('Q', text('ROLLBACK'))).catch(() => undefined);
    if (this.#database !== '') await this.#server.dropTemporary(this, this.#session).catch(() => undefined);
    this.#server.release(this);
  }

  async #start(chunks: AsyncIterator<Buffer>): Promise<void> {
    for (;;) {
      while (this.#rest.length < 8 || this.#rest.length < this.#rest.readInt32BE(0))
        if (!(await this.#read(chunks))) throw new Error('the client has disconnected');
      const length = this.#rest.readInt32BE(0);
      const code = this.#rest.readInt32BE(4);
      const body = this.#rest.subarray(8, length);
      this.#rest = Buffer.from(this.#rest.subarray(length));
      if (code === codes.ssl || code === codes.gss) this.send(Buffer.from('N'));
      else if (code === codes.cancel) throw new Error('the cancellation of queries is not simulated');
      else if (code >> 16 !== 3)
        throw new Fatal('0A000', `unsupported frontend protocol ${code >> 16}.${code & 0xffff}`);
      else return this.#begin(chunks, parametersOf(body));
    }
  }

  async #begin(chunks: AsyncIterator<Buffer>, parameters: ReadonlyMap<string, string>): Promise<void> {
    const user = parameters.get('user') ?? '';
    if (user === '') throw new Fatal('28000', 'no PostgreSQL user name specified in startup packet');
    const database = parameters.get('database') || user;
    const server = this.#server;
    const verifiers = await server.values(
      `SELECT rolpassword FROM pg_authid WHERE rolcanlogin AND rolname = ${quoted(user)}`,
    );
    if (!this.#isTrusted) await this.#authenticate(chunks, user, verifiers[0] ?? undefined);
    else if (verifiers.length === 0) this.#refuse('28000', `role "${user}" does not exist`);
    const databases = await server.values(`SELECT datname FROM pg_database WHERE datname = ${quoted(database)}`);
    if (databases.length === 0) this.#refuse('3D000', `database "${database}" does not exist`);
    [this.#user, this.#database] = [user, database];
    const settings = [...parameters].filter(
      ([name]) => !['user', 'database', 'options', 'replication'].includes(name) && !name.startsWith('_pq_'),
    );
    for (const [name, value] of [...settings, ...optionsOf(parameters.get('options') ?? '')])
      this.#settings.set(name.toLowerCase(), `SELECT set_config(${quoted(name)}, ${quoted(value)}, false)`);
    const [version = '18'] = await server.values('SHOW server_version');
    const status = firstSettings(version ?? '', user, parameters.get('application_name') ?? '');
    this.send(
      message('R', int32(0)),
      ...Object.entries(status).map(([name, value]) => message('S', text(name), text(value))),
      message('K', int32(this.id), randomBytes(4)),
      message('Z', 'I'),
    );
  }

  /** @throws Fatal, and writes its reason into the log */
  #refuse(code: string, reason: string): never {
    this.#server.log('FATAL', reason);
    throw new Fatal(code, reason);
  }

  async #authenticate(chunks: AsyncIterator<Buffer>, user: string, verifier: string | undefined): Promise<void> {
    const failed = `password authentication failed for user "${user}"`;
    const scram = new ScramServer(
      verifier ?? `SCRAM-SHA-256$4096:${randomBytes(16).toString('base64')}$${randomBytes(32).toString('base64')}:AA==`,
    );
    this.send(message('R', int32(10), text('SCRAM-SHA-256'), Buffer.alloc(1)));
    const first = await this.#passwordMessage(chunks);
    const mechanism = textAt(first, 0);
    this.send(message('R', int32(11), scram.first(first.toString('utf8', mechanism.next + 4))));
    const final = scram.final((await this.#passwordMessage(chunks)).toString());
    if (final === undefined || verifier === undefined) this.#refuse('28P01', failed);
    this.send(message('R', int32(12), final));
  }

  async #passwordMessage(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
    for (;;) {
      const {
        messages: [first],
      } = splitMessages(this.#rest);
      if (first !== undefined) {
        this.#rest = Buffer.from(this.#rest.subarray(first.bytes.length));
        if (first.type !== 'p') throw new Fatal('08P01', 'expected password response');
        return first.body;
      }
      if (!(await this.#read(chunks))) throw new Error('the client has disconnected');
    }
  }

  async #accept(each: Message): Promise<void> {
    if (this.#copy !== undefined) {
      if (!['d', 'c', 'f'].includes(each.type)) return;
      this.#copy.push(Buffer.from(each.bytes));
      if (each.type === 'd') return;
      const bytes = Buffer.concat(this.#copy);
      this.#copy = undefined;
      return this.#respond(bytes, new Set(['G', '1', '2', 'n']));
    }
    this.#batch.push(each);
    if (!['Q', 'S', 'H', 'F'].includes(each.type)) return;
    const batch = this.#batch;
    this.#batch = [];
    const sql = batch.map(sqlOf).find((found) => found !== '') ?? '';
    if (!copyFromClient.test(sql)) return this.#respond(() => this.#statements.prepare(batch), new Set(), sql);
    // PGlite reads all of the data at once: the client is asked for them first.
    this.#copy = [this.#statements.prepare(batch).bytes];
    const early = { P: message('1'), B: message('2'), D: message('n') };
    const replies = batch.flatMap(({ type }) => early[type as keyof typeof early] ?? []);
    this.send(...replies, message('G', Buffer.from([0, 0, 0])));
  }

  /** Runs messages, and sends what they yield but the messages of some types, which were already sent. */
  async #respond(
    bytes: Buffer | (() => { readonly bytes: Buffer; readonly hidden: number }),
    alreadySent: ReadonlySet<string>,
    sql = '',
  ): Promise<void> {
    let hidden = 0;
    try {
      const messages = await this.#run(() => {
        if (typeof bytes !== 'function') return bytes;
        const prepared = bytes();
        hidden = prepared.hidden;
        return prepared.bytes;
      });
      this.#note(messages, sql);
      const isSent = ({ type }: Message): boolean => {
        if (type === '1' && hidden > 0) {
          hidden -= 1;
          return false;
        }
        return type !== 'A' && !alreadySent.has(type);
      };
      this.send(...messages.filter(isSent).map((each) => each.bytes));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const fields =
        error instanceof LockTimeout
          ? waitedTooLong
          : { severity: 'ERROR', code: 'XX000', message: `lading: ${reason}` };
      this.#server.log('ERROR', fields.message);
      this.send(errorMessage(fields), message('Z', 'I'));
    }
  }

  get #session(): SessionOf {
    return { user: this.#user, database: this.#database, preparation: [...this.#settings.values()] };
  }

  #hasTurn = false;

  async #run(bytes: Buffer | (() => Buffer)): Promise<readonly Message[]> {
    const { messages } = await this.#server.run(this, this.#session, bytes);
    const status = messages.findLast(({ type }) => type === 'Z')?.body.toString();
    this.#hasTurn = status !== 'I';
    // Without the end of a query, the client goes on with it.
    if (status === 'I') this.#server.release(this);
    return messages;
  }

  /** Notes errors, messages of NOTIFY, and the settings that the client has changed. */
  #note(messages: readonly Message[], sql: string): void {
    for (const { type, body, bytes } of messages) {
      if (type === 'A') this.#server.notify(textAt(body, 4).value, Buffer.from(bytes));
      if (type !== 'E') continue;
      const fields = fieldsOf(body);
      this.#server.log(
        fields['S'] ?? 'ERROR',
        `${fields['M']}${fields['P'] === undefined ? '' : ` at character ${fields['P']}`}`,
      );
      if (sql !== '') this.#server.log('STATEMENT', sql);
      return;
    }
    for (const statement of sql.split(';')) {
      const [, action, channel = ''] = /^\s*(LISTEN|UNLISTEN)\s+("?[\w*]+"?)/i.exec(statement) ?? [];
      const name = channel.startsWith('"') ? channel.slice(1, -1) : channel.toLowerCase();
      if (action?.toUpperCase() === 'LISTEN') this.channels.add(name);
      else if (name === '*') this.channels.clear();
      else if (action !== undefined) this.channels.delete(name);
      const setting = settingOf(statement);
      if (setting === 'all') this.#settings.clear();
      else if (setting !== undefined) this.#settings.set(setting.name, setting.sql);
    }
    if (/\b(DISCARD|DEALLOCATE)\s+(PREPARE\s+)?ALL\b/i.test(sql)) this.#server.statements.clear();
  }
}

/** Returns the statement of a query or of a statement that is prepared. */
function sqlOf({ type, body }: Message): string {
  if (type === 'Q') return textAt(body, 0).value;
  return type === 'P' ? textAt(body, textAt(body, 0).next).value : '';
}

function parametersOf(body: Buffer): Map<string, string> {
  const parameters = new Map<string, string>();
  for (let place = 0; place < body.length && body[place] !== 0;) {
    const name = textAt(body, place);
    const value = textAt(body, name.next);
    parameters.set(name.value, value.value);
    place = value.next;
  }
  return parameters;
}

/** Reads `-c name=value` and `--name=value`. */
function optionsOf(options: string): [string, string][] {
  return [...options.matchAll(/(?:-c\s*|--)([\w.]+)=((?:\\.|\S)*)/g)].map(([, name = '', value = '']) => [
    name,
    value.replaceAll(/\\(.)/g, '$1'),
  ]);
}

export function quoted(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
