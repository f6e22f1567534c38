// A proxy on a unix socket in front of an engine: forwards requests and responses with the headers as they were sent, and records each
// exchange.

import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { Agent, type AgentOptions, createServer, request, ServerResponse, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { content, recordedBytes } from './content.js';
import { type Content, type Exchange, type Headers, type Session, versionOf } from './exchange.js';
import { redact } from './redact.js';

/** A client that half-closes an upgraded connection still reads from the engine. */
const toEngine: AgentOptions & { readonly allowHalfOpen: true } = {
  keepAlive: true,
  maxSockets: 1,
  allowHalfOpen: true,
};

interface RecorderOptions {
  readonly session: Session;
  /** The engine's socket. */
  readonly engine: string;
  /** The socket that clients connect to. */
  readonly listen: string;
  /** Called at the beginning of each request; the returned function is called with the exchange at its end. */
  readonly onRequest: () => (exchange: Exchange) => void;
}

export interface Recorder {
  /** Ends all connections, which reports unfinished exchanges, and stops listening. */
  close(): Promise<void>;
}

export async function startRecorder({ session, engine, listen, onRequest }: RecorderOptions): Promise<Recorder> {
  /** The connections of clients, each with one to the engine. */
  const agents = new Map<Socket, Agent>();
  const unfinished = new Set<Promise<unknown>>();
  const server = createServer({ keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 }, (asked, response) =>
    forward(asked, response),
  );
  server.on('connection', (socket) => {
    const agent = new Agent(toEngine);
    agents.set(socket, agent);
    // Either side may drop the connection, which is not an error of the recording.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      agents.delete(socket);
      agent.destroy();
    });
  });
  server.on('upgrade', (asked, socket, first) => {
    socket.unshift(first);
    const response = new ServerResponse(asked);
    response.assignSocket(socket as Socket);
    response.shouldKeepAlive = false;
    response.on('finish', () => socket.end());
    forward(asked, response, socket);
  });

  function forward(asked: IncomingMessage, response: ServerResponse, upgraded?: Duplex): void {
    const { method = '', url: path = '', socket: client } = asked;
    const onExchange = onRequest();
    const [sent, received] = [new RecordedBody(), new RecordedBody()];
    const headers = joined(asked.rawHeaders);
    const agent = agents.get(client) ?? false;
    const out = request({ socketPath: engine, agent, method, path, headers, setHost: false });
    out.useChunkedEncodingByDefault = false;
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve)).finally(() => unfinished.delete(ended));
    unfinished.add(ended);
    const record = (answer: IncomingMessage): void => {
      const answering = joined(answer.rawHeaders);
      const request = { headers, ...sent.content(headers) };
      const { statusCode: status = 0 } = answer;
      const version = versionOf(path, session.newest);
      const about = { engine: session.engine, client: session.client, version, method, path };
      onExchange(
        redact({ ...about, request, response: { status, headers: answering, ...received.content(answering) } }),
      );
      end();
    };
    out.on('response', (answer) => {
      answer.on('data', (chunk: Buffer) => received.add(chunk)).on('error', () => client.destroy());
      // What the client sees of the end comes after the record of it.
      answer.once('end', () => record(answer)).once('close', () => answer.readableEnded || record(answer));
      response.sendDate = false;
      response.useChunkedEncodingByDefault = false;
      response.removeHeader('Connection');
      response.writeHead(answer.statusCode ?? 0, answer.statusMessage, answer.rawHeaders).flushHeaders();
      answer.pipe(response);
    });
    out.on('upgrade', (answer, peer, first) => {
      if (upgraded === undefined) throw new Error(`${method} ${path}: the engine upgrades what was not asked for`);
      const lines = Object.entries(joined(answer.rawHeaders)).map(([name, value]) => `${name}: ${value}\r\n`);
      upgraded.write(`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}\r\n${lines.join('')}\r\n`);
      peer.unshift(first);
      peer.on('data', (chunk: Buffer) => received.add(chunk)).on('error', () => upgraded.destroy());
      peer.on('close', () => record(answer));
      peer.pipe(upgraded).pipe(peer);
      upgraded.on('close', () => peer.destroy());
    });
    out.on('error', () => {
      client.destroy();
      end();
    });
    response.on('close', () => response.writableEnded || out.destroy());
    const length = Number(asked.headers['content-length'] ?? NaN);
    if (upgraded === undefined) {
      // The end of a body goes out with its last bytes: an engine that has all of them may respond and close the connection.
      asked.on('data', (chunk: Buffer) => {
        if (sent.add(chunk) === length) out.end(chunk);
        else if (!out.write(chunk)) {
          asked.pause();
          out.once('drain', () => asked.resume());
        }
      });
      asked.on('end', () => out.end());
    } else
      void taken(upgraded, length || 0).then((body) => {
        sent.add(body);
        out.end(body);
      });
  }

  rmSync(listen, { force: true });
  server.listen(listen);
  await once(server, 'listening');
  return {
    close: async () => {
      server.close();
      for (const socket of agents.keys()) socket.destroy();
      await Promise.all(unfinished);
    },
  };
}

/** Takes the body of a request to upgrade off a connection, which Node does not read. */
async function taken(connection: Duplex, length: number): Promise<Buffer> {
  if (length === 0) return Buffer.of();
  for (;;) {
    const body = connection.read(length) as Buffer | null;
    if (body !== null) return body;
    await once(connection, 'readable');
  }
}

class RecordedBody {
  #chunks: Buffer[] = [];
  #length = 0;

  /** @returns the length of all chunks so far */
  add(chunk: Buffer): number {
    if (this.#length < recordedBytes) this.#chunks.push(chunk);
    return (this.#length += chunk.length);
  }

  content(headers: Headers): Content {
    return content(headers, Buffer.concat(this.#chunks), this.#length);
  }
}

/** The headers by their names as they were sent. */
function joined(rawHeaders: readonly string[]): Headers {
  const headers: Record<string, string> = {};
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return headers;
}
