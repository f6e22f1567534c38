/**
 * A socket on which clients of 1.41 meet an engine of 1.44: what differs is converted, all else passes as bytes.
 *
 *     const proxy = await listen('/run/old.sock', '/var/run/docker.sock');
 */
import {
  createServer,
  request as requestTo,
  type IncomingMessage,
  type RequestOptions,
  type Server,
  type ServerResponse,
} from 'node:http';
import { once } from 'node:events';
import { Readable, type Duplex } from 'node:stream';
import { json } from 'node:stream/consumers';
import { groups } from '@lading/client-v1.44';
import { olderClients, type AnswerMessage, type Ask, type Next, type RequestMessage } from '@lading/overlay-v1.41';
import { decodeQuery, encodeQuery, fillPath, type Encoding } from '@lading/runtime-wire';

interface Route {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, Encoding>>;
  readonly pattern: RegExp;
}

// The operations of the client, as data, are a router too.
const routes = Object.values(groups)
  .flatMap((group): readonly Omit<Route, 'pattern'>[] => Object.values(group))
  .map((route): Route => {
    const pattern = route.path.replace(
      /\{(\w+)\}/g,
      (_all, name: string) => `(?<${name}>${name === 'name' ? '.+' : '[^/]+'})`,
    );
    return { ...route, pattern: new RegExp(`^${pattern}$`) };
  });

/** @param conversion the other way round it is `newerClients()` */
export async function listen(path: string, engine: string, conversion = olderClients()): Promise<Server> {
  const own = new RegExp(`^/v${conversion.client.replace('.', '\\.')}(?=/)`);

  /** Sends a message in the version of the engine, and gives the answer as it came. @param whole its body is read, where that is JSON */
  const send = (operation: string, input: Partial<RequestMessage>, whole: boolean): Promise<AnswerMessage> => {
    const route = routes.find(({ id }) => id === operation);
    if (route === undefined) throw new Error(`there is no operation ${operation}`);
    const values = Object.entries(input.path ?? {}).map(([name, value]) => [name, String(value)]);
    const target = fillPath(route.path, Object.fromEntries(values) as Record<string, string>);
    const body = input.body === undefined ? undefined : JSON.stringify(input.body);
    const headers = {
      host: 'engine',
      ...input.headers,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    return new Promise((resolve, reject) => {
      const url = `/v${conversion.engine}${target}${encodeQuery(route.query ?? {}, input.query ?? {})}`;
      const call = requestTo({
        socketPath: engine,
        method: route.method,
        path: url,
        headers: headers as Record<string, string>,
      });
      call.on('error', reject).on('response', (response) => {
        readAnswer(response, whole).then(resolve, reject);
      });
      call.on('upgrade', (response, socket, head) => {
        socket.unshift(head);
        resolve({ status: 101, headers: headersOf(response), body: socket, stream: 'other' });
      });
      call.end(body);
    });
  };

  // What a step asks for it wants to know as a whole. What passes may flow where nobody looks at it.
  const ask: Ask = (operation, input = {}) => send(operation, input, true);
  const next: Next = (request) =>
    send(request.operation, request, conversion.bodies?.(request.operation).answer !== false);

  const serve = async (request: IncomingMessage, response: ServerResponse | undefined, client: Duplex) => {
    // What asks for an upgrade is no stream of its own: its body stands before what follows on the connection.
    const body = response === undefined ? Readable.from([await bodyOf(request, client)]) : request;
    const [, place = '', query = ''] = /^([^?]*)\??(.*)$/.exec((request.url ?? '').replace(own, '')) ?? [];
    const route = routes.find(({ method, pattern }) => method === request.method && pattern.test(place));
    const convert = route && conversion.of(route.id);
    if (route === undefined || convert === undefined) {
      const path = (request.url ?? '').replace(own, `/v${conversion.engine}`);
      return pass(
        { path, method: request.method, headers: hopless(request), socketPath: engine },
        body,
        response,
        client,
      );
    }
    const path = Object.entries(route.pattern.exec(place)?.groups ?? {});
    const message: RequestMessage = {
      operation: route.id,
      path: Object.fromEntries(path.map(([name, value]) => [name, decodeURIComponent(value)])),
      query: decodeQuery(route.query ?? {}, query),
      headers: passedOn(request),
      ...(/json/.test(request.headers['content-type'] ?? '') && { body: await json(body) }),
    };
    answer(await convert(message, next, ask), response, client);
  };

  const handle = (request: IncomingMessage, response: ServerResponse | undefined, client: Duplex) =>
    serve(request, response, client).catch((error: { status?: number; message: string }) =>
      answer(
        {
          status: error.status ?? (error instanceof SyntaxError ? 400 : 502),
          headers: {},
          body: { message: error.message },
        },
        response,
        client,
      ),
    );
  const server = createServer((request, response) => void handle(request, response, request.socket));
  server.on('upgrade', (request, socket, head) => {
    socket.unshift(head);
    void handle(request, undefined, socket);
  });
  return new Promise((resolve) => server.listen(path, () => resolve(server)));
}

/** What is the same in both versions, or unknown: only the version in the path is another one. */
function pass(target: RequestOptions, body: Readable, response: ServerResponse | undefined, client: Duplex): void {
  const call = requestTo(target);
  call.on('response', (from) => {
    if (response === undefined) return void client.end(headOf(from.statusCode ?? 502, headersOf(from)));
    response.writeHead(from.statusCode ?? 502, from.headers);
    from.pipe(response);
  });
  call.on('upgrade', (from, socket, head) => {
    socket.unshift(head);
    join(client, socket, headOf(101, headersOf(from)));
  });
  call.on('error', () => client.destroy());
  body.pipe(call);
}

async function bodyOf({ headers }: IncomingMessage, client: Duplex): Promise<Buffer> {
  const length = Number(headers['content-length'] ?? 0);
  while (length > 0) {
    const body = client.read(length) as Buffer | null;
    if (body !== null) return body;
    await once(client, 'readable');
  }
  return Buffer.alloc(0);
}

/** A body that nobody looks at flows: what waits for the end of a container has to hear of the answer's head at once. */
async function readAnswer(response: IncomingMessage, whole: boolean): Promise<AnswerMessage> {
  const [status, headers] = [response.statusCode ?? 502, headersOf(response)];
  if (!whole || headers['content-type'] !== 'application/json')
    return { status, headers, body: response, stream: 'other' };
  return { status, headers, body: await json(response) };
}

function answer(
  { status, headers, body, stream }: AnswerMessage,
  response: ServerResponse | undefined,
  client: Duplex,
) {
  if (response === undefined) {
    if (status === 101) return join(client, body as Duplex, headOf(status, headers));
    return client.end(`${headOf(status, headers)}${stream === 'other' ? '' : JSON.stringify(body)}`);
  }
  const { 'content-length': _length, 'transfer-encoding': _coding, ...kept } = headers;
  response.writeHead(status, stream === 'other' ? headers : { ...kept, 'content-type': 'application/json' });
  response.flushHeaders();
  if (stream === 'other') (body as IncomingMessage).pipe(response);
  else response.end(body === undefined ? undefined : `${JSON.stringify(body)}\n`);
}

/** A half-closed connection stays open the other way. */
function join(client: Duplex, socket: Duplex, head: string): void {
  client.write(head);
  client.pipe(socket).pipe(client);
  for (const [one, other] of [
    [client, socket],
    [socket, client],
  ] as const)
    one.on('error', () => other.destroy());
}

function headOf(status: number, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${status === 101 ? 'UPGRADED' : 'Answer'}\r\n${lines.join('')}\r\n`;
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')]));
}

/** Whether a connection stays open is between its two ends; what becomes of it is the engine's matter too. */
function hopless({ headers: { connection, ...others } }: IncomingMessage) {
  return others.upgrade === undefined ? others : { ...others, connection };
}

/** Those of a request but what its length and its connection say. */
function passedOn({ headers }: IncomingMessage) {
  const { 'content-length': _length, 'transfer-encoding': _coding, host: _host, ...others } = headers;
  return others;
}
