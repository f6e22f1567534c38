/** A server that responds as an engine does: a long log, a long archive, and at another socket small responses with almost no work. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { container } from '../bodies.mjs';
import { startEngine } from '../bridge/subject/engine.mjs';

const { NetworkSettings, ...rest } = container(0);
const { NetworkID, IPAddress, IPPrefixLen } = NetworkSettings.Networks.bridge;
const bridge = { NetworkID, IPAddress, IPPrefixLen };

/** The small responses: of a container of 600 bytes, the version and a ping. */
const texts = {
  list: JSON.stringify([{ ...rest, NetworkSettings: { Networks: { bridge } } }]),
  version: JSON.stringify({ ApiVersion: '1.45', MinAPIVersion: '1.24', Version: '26.1.0' }),
  _ping: 'OK',
};
const textOf = (path) => texts[/\/(version|_ping)/.exec(path)?.[1] ?? 'list'];

/** @param {string} socket @param {string} small */
export async function startServer(socket, small) {
  await startEngine(socket);
  await once(smallResponseServer().listen(small), 'listening');
}

/** A server of plain sockets, so that the clients' time is measured. */
function smallResponseServer() {
  const responses = new Map(Object.values(texts).map((text) => [text, response(text)]));
  return createServer((socket) => {
    let begun = '';
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      begun += chunk.toString('latin1');
      for (let end = begun.indexOf('\r\n\r\n'); end !== -1; end = begun.indexOf('\r\n\r\n')) {
        const [line = ''] = begun.split('\r\n', 1);
        begun = begun.slice(end + 4);
        const bytes = /** @type {Buffer} */ (responses.get(textOf(line)));
        socket.write(line.startsWith('HEAD') ? bytes.subarray(0, bytes.indexOf('\r\n\r\n') + 4) : bytes);
      }
    });
  });
}

/** A response with the headers of a real engine. @param {string} text */
function response(text) {
  const head = [
    'HTTP/1.1 200 OK',
    'Api-Version: 1.45',
    `Content-Type: ${text === 'OK' ? 'text/plain; charset=utf-8' : 'application/json'}`,
    'Docker-Experimental: false',
    'Ostype: linux',
    'Server: Docker/26.1.0 (linux)',
    'Date: Sat, 21 Nov 2026 16:00:00 GMT',
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`);
}
