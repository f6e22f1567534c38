/** node:http with handwritten routes and JSON.parse, without validation. */
import { createServer } from 'node:http';
import { containers, created, headers } from '../requests.mjs';

/** @param {string} socket */
export async function start(socket) {
  const server = createServer((request, response) => {
    const url = request.url ?? '/';
    const question = url.indexOf('?');
    const path = question < 0 ? url : url.slice(0, question);
    if (request.method === 'GET' && path === '/v1.44/containers/json') {
      const query = new URLSearchParams(url.slice(question + 1));
      const limit = Number(query.get('limit') ?? 0);
      send(response, 200, limit > 0 && query.get('all') === 'true' ? containers : []);
      return;
    }
    if (request.method === 'POST' && path === '/v1.44/containers/create') {
      /** @type {Buffer[]} */
      const chunks = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.on('end', () => {
        try {
          const body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
          send(response, 201, typeof body.Image === 'string' ? created : undefined);
        } catch {
          send(response, 400, { message: 'invalid JSON' });
        }
      });
      return;
    }
    if (request.method === 'POST' && /^\/v1\.44\/containers\/[^/]+\/start$/.test(path)) {
      response.writeHead(204, headers).end();
      return;
    }
    send(response, 404, { message: 'page not found' });
  });
  await new Promise((resolve) => server.listen(socket, () => resolve(undefined)));
}

/** @param {import('node:http').ServerResponse} response @param {number} status @param {unknown} body */
function send(response, status, body) {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    ...headers,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}
