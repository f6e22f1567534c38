/** A client of PostgreSQL for the programs of the image. */
import type { Duplex } from 'node:stream';
import type { ProgramContext } from '@lading/engine';
import { fieldsOf, int32, message, query, splitMessages, text, textAt, type Message } from './messages.js';
import { ScramClient } from './scram.js';

export interface ConnectionSettings {
  /** A name or an address; a folder for a socket file. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly password: string | undefined;
}

/** An error that the server has sent. */
export class ServerFailure extends Error {
  readonly fields: Readonly<Record<string, string>>;
  constructor(fields: Readonly<Record<string, string>>) {
    super(fields['M']);
    this.fields = fields;
  }
}

/** Returns the names of a connection as messages have them. */
export function placeOf({ host, port }: ConnectionSettings): string {
  return host.startsWith('/') ? `on socket "${host}/.s.PGSQL.${port}"` : `at "${host}", port ${port}`;
}

export class DatabaseClient {
  readonly #socket: Duplex;
  readonly #chunks: AsyncIterator<Buffer>;
  #rest = Buffer.alloc(0);
  #messages: Message[] = [];

  private constructor(socket: Duplex) {
    this.#socket = socket;
    socket.on('error', () => undefined);
    this.#chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  /** @throws Error with a code if nothing listens; ServerFailure */
  static async connect(context: ProgramContext, settings: ConnectionSettings): Promise<DatabaseClient> {
    const { host, port, user, database, password } = settings;
    const isFile = host.startsWith('/');
    const client = new DatabaseClient(
      isFile ? context.connectFile(`${host}/.s.PGSQL.${port}`) : context.connect(host, port),
    );
    const body = Buffer.concat([
      int32(196_608),
      text('user'),
      text(user),
      text('database'),
      text(database),
      text('application_name'),
      text('psql'),
      Buffer.alloc(1),
    ]);
    client.#socket.write(Buffer.concat([int32(body.length + 4), body]));
    const scram = new ScramClient(password ?? '');
    for (;;) {
      const { type, body: content } = await client.#next();
      if (type === 'E') throw new ServerFailure(fieldsOf(content));
      if (type === 'Z') return client;
      if (type !== 'R') continue;
      const kind = content.readInt32BE(0);
      if (kind === 10) {
        if (password === undefined) throw new ServerFailure({ S: 'fe_sendauth', M: 'no password supplied' });
        const first = Buffer.from(scram.first());
        client.#socket.write(message('p', text('SCRAM-SHA-256'), int32(first.length), first));
      } else if (kind === 11) client.#socket.write(message('p', scram.final(content.toString('utf8', 4))));
    }
  }

  /** Yields the messages of the response to a query. */
  async *query(sql: string): AsyncGenerator<Message> {
    this.#socket.write(query(sql));
    for (;;) {
      const next = await this.#next();
      if (next.type === 'Z') return;
      yield next;
    }
  }

  send(bytes: Buffer): void {
    this.#socket.write(bytes);
  }

  close(): void {
    this.#socket.end(message('X'));
    this.#socket.destroy();
  }

  async #next(): Promise<Message> {
    for (;;) {
      const first = this.#messages.shift();
      if (first !== undefined) return first;
      const { value, done } = await this.#chunks.next();
      if (done === true) throw new ServerFailure({ S: 'FATAL', M: 'server closed the connection unexpectedly' });
      const { messages, rest } = splitMessages(Buffer.concat([this.#rest, value]));
      this.#messages = messages;
      this.#rest = Buffer.from(rest);
    }
  }
}

/** Returns the names of the columns of a result, and whether each is a number. */
export function columnsOf(body: Buffer): { readonly name: string; readonly isNumber: boolean }[] {
  const numbers = new Set([20, 21, 23, 26, 700, 701, 1700]);
  const columns: { name: string; isNumber: boolean }[] = [];
  let place = 2;
  for (let index = 0; index < body.readInt16BE(0); index += 1) {
    const { value, next } = textAt(body, place);
    columns.push({ name: value, isNumber: numbers.has(body.readInt32BE(next + 6)) });
    place = next + 18;
  }
  return columns;
}
