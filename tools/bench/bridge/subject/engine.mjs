/** An engine that responds at once: small lists, inspections, and an archive of as many bytes as the path says. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { container, image, inspected, listOf } from '../../bodies.mjs';

/** Encodes a value as engines do. */
const jsonLine = (value) => Buffer.from(`${JSON.stringify(value)}\n`);

/** @param {string} socket */
export async function startEngine(socket) {
  const bodies = new Map([
    ['/containers/json', jsonLine(listOf(container, 10))],
    ['/containers/a/json', jsonLine(inspected())],
    ['/images/json', jsonLine(listOf(image, 10))],
  ]);
  /** The bodies of a list of which each image is another one each time. */
  const imageLists = Array.from({ length: 1000 }, (_, changed) => jsonLine(listOf(image, 10, 10_000 + 10 * changed)));
  let requests = 0;
  const changing = () => imageLists[(requests += 1) % imageLists.length];
  const chunk = Buffer.alloc(64 * 1024);
  const server = createServer(async (request, response) => {
    const path = (request.url ?? '').replace(/^\/v[\d.]+/, '');
    const isChanging = path === '/images/json' && request.headers['x-changing'] !== undefined;
    const body = isChanging ? changing() : bodies.get(path);
    if (body !== undefined) {
      const head = { 'Api-Version': '1.44', 'Content-Type': 'application/json', 'Content-Length': body.length };
      return response.writeHead(200, head).end(body);
    }
    const length = Number(/bytes=(\d+)/.exec(path)?.[1] ?? 0);
    response.writeHead(200, { 'Content-Type': 'application/x-tar', 'Content-Length': length });
    for (let sent = 0; sent < length && !response.destroyed; sent += chunk.length)
      if (!response.write(chunk.subarray(0, Math.min(chunk.length, length - sent)))) await once(response, 'drain');
    return response.end();
  });
  await once(server.listen(socket), 'listening');
}
