/** A server that returns what it receives, and misbehaves where a path says so. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const json = { 'content-type': 'application/json' };
// Another origin of the same machine, which pages may read.
const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*, authorization' };

/**
 * @typedef {import('node:http').IncomingMessage} Request
 * @typedef {import('node:http').ServerResponse} Response
 */

/** @param {Request} request @param {Response} response */
async function echo(request, response) {
  const { method, url = '', headers } = request;
  const body = await text(request);
  const names = ['accept', 'authorization', 'content-type', 'x-key', 'x-trace'];
  const sent = Object.fromEntries(names.map((name) => [name, headers[name] ?? null]));
  const plain = JSON.stringify({ line: `${method} ${url}`, ...sent, body });
  response.writeHead(200, { ...json, ...cors }).end(plain.replace(/lading-[0-9a-f-]{36}/g, 'BOUNDARY'));
}

/** The number of requests that were refused by each client, so that the next one is accepted. */
let refused = 0;

/** @type {Readonly<Record<string, (request: Request, response: Response, elsewhere: string) => unknown>>} */
const routes = {
  '/echo/none': (_, response) =>
    response.writeHead(404, { 'content-type': 'application/problem+json' }).end('{"detail":"No thing."}'),
  '/file': (_, response) =>
    response
      .writeHead(200, { 'content-type': 'application/zip', 'content-length': 300_000 })
      .end(Buffer.alloc(300_000)),
  '/cut': (_, response) => {
    response.writeHead(200, { 'content-type': 'application/zip', 'content-length': 300_000 }).write(Buffer.alloc(1000));
    setTimeout(() => response.destroy(), 50);
  },
  '/events': (_, response) =>
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: {"n":1}\n\ndata: {"n":2}\n\n'),
  '/lines': (_, response) => response.writeHead(200, { 'content-type': 'application/jsonl' }).end('{"n":1}\n{"n":2}\n'),
  '/pages': ({ url = '' }, response) => {
    const page = Number(new URL(url, 'http://localhost').searchParams.get('page') ?? 1);
    const link = page < 3 ? { link: `</pages?page=${page + 1}>; rel="next"` } : {};
    response.writeHead(200, { ...json, ...link }).end(JSON.stringify([page, page * 10]));
  },
  '/silent': () => undefined,
  '/busy': (request, response) => {
    if ((refused += 1) % 3 === 0) return echo(request, response);
    return response.writeHead(503, { 'retry-after': '0' }).end();
  },
  '/moved': (_, response) => response.writeHead(302, { location: '/echo/moved' }).end(),
  '/elsewhere': (_, response, elsewhere) => response.writeHead(302, { location: `${elsewhere}/echo/elsewhere` }).end(),
  '/': (_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><link rel="icon" href="data:,"><script type="module" src="/program.mjs"></script>'),
};

/**
 * Listens at two origins.
 * @param {string} program the path of the program that pages load
 * @returns {Promise<{ origin: string, close: () => void }>}
 */
export async function listen(program) {
  const other = createServer((request, response) => {
    if (request.method === 'OPTIONS') response.writeHead(204, cors).end();
    else void echo(request, response);
  });
  const elsewhere = await originOf(other);
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    if (pathname === '/program.mjs') {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(await readFile(program));
    } else await (routes[pathname] ?? echo)(request, response, elsewhere);
  });
  const servers = [server, other];
  return {
    origin: await originOf(server),
    close: () => {
      for (const each of servers) {
        each.close();
        each.closeAllConnections();
      }
    },
  };
}

/** @param {import('node:http').Server} server */
async function originOf(server) {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  return `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`;
}
