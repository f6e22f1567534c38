/** An engine that responds at once: small lists, inspections, and logs and archives of as many bytes as the path says. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { container, image, inspected, listOf } from '../../bodies.mjs';

/** Encodes a value as engines do. */
const jsonLine = (value) => Buffer.from(`${JSON.stringify(value)}\n`);

const frame = Buffer.alloc(8 + 16_384, 'x');
frame.writeUInt32BE(0x01000000, 0);
frame.writeUInt32BE(frame.length - 8, 4);
const streams = {
  logs: { type: 'application/vnd.docker.multiplexed-stream', piece: frame, end: Buffer.alloc(0) },
  archive: { type: 'application/x-tar', piece: Buffer.alloc(65_536, 'x'), end: Buffer.alloc(1024) },
};

function* repeated({ piece, end }, bytes) {
  for (let sent = 0; sent < bytes; sent += piece.length) yield piece;
  yield end;
}

/** @param {string} socket */
export async function startEngine(socket) {
  const bodies = new Map([
    ['/containers/json', jsonLine(listOf(container, 10))],
    ['/containers/a/json', jsonLine(inspected())],
    ['/images/json', jsonLine(listOf(image, 10))],
    ['/version', jsonLine({ ApiVersion: '1.45', MinAPIVersion: '1.24', Version: '26.1.0' })],
    ['/_ping', Buffer.from('OK')],
  ]);
  /** The bodies of a list of which each image is another one each time. */
  const imageLists = Array.from({ length: 1000 }, (_, changed) => jsonLine(listOf(image, 10, 10_000 + 10 * changed)));
  let requests = 0;
  const changing = () => imageLists[(requests += 1) % imageLists.length];
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').replace(/^\/v[\d.]+/, '').split('?', 1);
    const isChanging = path === '/images/json' && request.headers['x-changing'] !== undefined;
    const body = isChanging ? changing() : bodies.get(path);
    if (body !== undefined) {
      const head = { 'Api-Version': '1.44', 'Content-Type': 'application/json', 'Content-Length': body.length };
      return response.writeHead(200, head).end(body);
    }
    const stream = streams[path.split('/').at(-1) ?? ''];
    if (stream === undefined) return response.writeHead(404).end();
    response.writeHead(200, { 'Api-Version': '1.44', 'Content-Type': stream.type });
    // The name of the container is the only parameter that all calls have: it contains the number of bytes.
    const bytes = Number(/(\d+)-bytes/.exec(path)?.[1] ?? 0);
    return pipeline(repeated(stream, bytes), response).catch(() => undefined);
  });
  await once(server.listen(socket), 'listening');
}
