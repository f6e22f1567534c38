/** A server that responds to small requests with almost no work, so that the clients' time is measured. */
import { createServer } from 'node:net';

/** @param {{ readonly list: string, readonly version: string }} texts */
export function smallResponseServer({ list, version }) {
  const responses = {
    list: response(list),
    version: response(version),
    ping: response('OK', 'text/plain; charset=utf-8'),
  };
  return createServer((socket) => {
    let begun = '';
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      begun += chunk.toString('latin1');
      for (let end = begun.indexOf('\r\n\r\n'); end !== -1; end = begun.indexOf('\r\n\r\n')) {
        const [line = ''] = begun.split('\r\n', 1);
        begun = begun.slice(end + 4);
        const bytes = line.includes('/_ping')
          ? responses.ping
          : line.includes('/version')
            ? responses.version
            : responses.list;
        socket.write(line.startsWith('HEAD') ? bytes.subarray(0, bytes.indexOf('\r\n\r\n') + 4) : bytes);
      }
    });
  });
}

/** A response with the headers of a real engine. @param {string} text @param {string} type */
function response(text, type = 'application/json') {
  const head = [
    'HTTP/1.1 200 OK',
    'Api-Version: 1.45',
    `Content-Type: ${type}`,
    'Docker-Experimental: false',
    'Ostype: linux',
    'Server: Docker/26.1.0 (linux)',
    'Date: Sat, 21 Nov 2026 16:00:00 GMT',
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`);
}
