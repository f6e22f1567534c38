/** Tests the addresses of servers on command lines. */
import { expect, test } from 'vitest';
import { parseListenAddress } from '../src/index.js';

test.each([
  ['unix:///run/x.sock', { path: '/run/x.sock' }],
  ['tcp://127.0.0.1:2375', { host: '127.0.0.1', port: 2375 }],
  ['tcp://localhost:0', { host: 'localhost', port: 0 }],
  ['tcp://[::1]:2375', { host: '::1', port: 2375 }],
  ['fd://3', { fd: 3 }],
  ['fd://', undefined],
  ['fd://x', undefined],
  ['unix://relative', undefined],
  ['tcp://127.0.0.1', undefined],
  ['tcp://127.0.0.1:99999', undefined],
  ['tcp://user@host:1', undefined],
  ['tcp://host:1/path', undefined],
  ['127.0.0.1:2375', undefined],
])('%s', (text, address) => expect(parseListenAddress(text)).toEqual(address));
