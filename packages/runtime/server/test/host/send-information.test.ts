/** Informational responses: clients of HTTP/1.0 get none. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { sendInformation } from '../../src/host/node/send-information.js';
import type { NodeExchange } from '../../src/host/node/node-exchange.js';

it.each([
  ['1.1', 'HTTP/1.1 103 Early Hints\r\nlink: a\r\nlink: b\r\n\r\nHTTP/1.1 200 OK\r\n'],
  ['1.0', 'HTTP/1.1 200 OK\r\n'],
])('HTTP/%s', async (version, start) => {
  const server = createServer((request, response) => {
    sendInformation({ request, response } as NodeExchange, 103, { link: ['a', 'b'] });
    response.end('done');
    sendInformation({ request, response } as NodeExchange, 103, { link: 'late' });
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let text = '';
  socket.on('data', (data) => (text += data.toString()));
  socket.write(`GET / HTTP/${version}\r\nHost: a\r\nConnection: close\r\n\r\n`);
  await once(socket, 'close');
  expect(text.slice(0, start.length)).toBe(start);
  expect(text.match(/HTTP\/1\.1/g)).toHaveLength(start.match(/HTTP\/1\.1/g)?.length ?? 0);
});
