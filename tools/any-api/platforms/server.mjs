/** A server at two origins that returns what it receives, and misbehaves where a path says so. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const json = { 'content-type': 'application/json' };
const zip = { 'content-type': 'application/zip', 'content-length': '300000' };
// Another origin of the same machine, which pages may read.
const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*, authorization' };
const page = '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/program.mjs"></script>';

/** What is answered at each path: a status, headers, a body, and whether it is cut. */
const answers = {
  '/echo/none': [404, { 'content-type': 'application/problem+json' }, '{"detail":"No thing."}'],
  '/file': [200, zip, Buffer.alloc(300_000)],
  '/cut': [200, zip, Buffer.alloc(1000), true],
  '/events': [200, { 'content-type': 'text/event-stream' }, 'data: {"n":1}\n\ndata: {"n":2}\n\n'],
  '/lines': [200, { 'content-type': 'application/jsonl' }, '{"n":1}\n{"n":2}\n'],
  '/moved': [302, { location: '/echo/moved' }],
  '/': [200, { 'content-type': 'text/html' }, page],
};

/** The number of requests that were refused, so that each third one is accepted. */
let refused = 0;

/** Returns what depends on the request: an answer, `undefined` for none, or `echo`. */
function answerTo(url, elsewhere) {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  if (pathname === '/silent') return undefined;
  if (pathname === '/busy') return (refused += 1) % 3 === 0 ? 'echo' : [503, { 'retry-after': '0' }];
  if (pathname === '/elsewhere') return [302, { location: `${elsewhere}/echo/elsewhere` }];
  if (pathname !== '/pages') return answers[pathname] ?? 'echo';
  const number = Number(searchParams.get('page') ?? 1);
  const link = number < 3 ? { link: `</pages?page=${number + 1}>; rel="next"` } : {};
  return [200, { ...json, ...link }, JSON.stringify([number, number * 10])];
}

async function echo(request, response) {
  const { method, url, headers } = request;
  const names = ['accept', 'authorization', 'content-type', 'x-key', 'x-trace'];
  const sent = Object.fromEntries(names.map((name) => [name, headers[name] ?? null]));
  const plain = JSON.stringify({ line: `${method} ${url}`, ...sent, body: await text(request) });
  response.writeHead(200, { ...json, ...cors }).end(plain.replace(/lading-[0-9a-f-]{36}/g, 'BOUNDARY'));
}

/** Listens. @param {string} program the path of the program that pages load */
export async function listen(program) {
  const other = createServer((request, response) => {
    if (request.method === 'OPTIONS') response.writeHead(204, cors).end();
    else void echo(request, response);
  });
  const elsewhere = await originOf(other);
  const server = createServer(async (request, response) => {
    if (request.url === '/program.mjs')
      return response.writeHead(200, { 'content-type': 'text/javascript' }).end(await readFile(program));
    const answer = answerTo(request.url, elsewhere);
    if (answer === undefined) return undefined;
    if (answer === 'echo') return echo(request, response);
    const [status, headers, body, isCut] = answer;
    response.writeHead(status, headers);
    if (!isCut) return response.end(body);
    response.write(body);
    return setTimeout(() => response.destroy(), 50);
  });
  const origin = await originOf(server);
  const close = () => {
    for (const each of [server, other]) each.close().closeAllConnections();
  };
  return { origin, close };
}

/** @param {import('node:http').Server} server */
async function originOf(server) {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${/** @type {any} */ (server.address()).port}`;
}
