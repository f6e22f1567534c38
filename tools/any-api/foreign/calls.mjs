/**
 * The calls of foreign clients, and what the server receives. The input has the form that both clients share: parameters by
 * place, and a body.
 */

/**
 * @typedef {{ readonly operation: string, readonly path?: object, readonly query?: object, readonly headers?: object,
 *   readonly body?: unknown, readonly received?: unknown }} ForeignCall `received`: the body, if it is not the sent one
 */

const file = () => new File(['hello'], 'a é.txt', { type: 'text/plain' });
const received = { name: 'a é.txt', text: 'hello' };
const point = { x: 1, y: -2 };
const numbers = [1, 2, 3];

/** @type {readonly ForeignCall[]} */
export const calls = [
  { operation: 'pathSimple', path: { text: 'a/b ü?', numbers, point } },
  { operation: 'pathLabel', path: { numbers, point } },
  { operation: 'pathMatrix', path: { numbers, point } },
  { operation: 'queryForm', query: { text: 'a&b=c +ü', flag: false, numbers, point } },
  { operation: 'queryJoined', query: { numbers } },
  { operation: 'queryObject', query: { point } },
  { operation: 'queryPipe', query: { numbers } },
  { operation: 'querySpace', query: { numbers } },
  { operation: 'queryDeep', query: { point } },
  { operation: 'header', headers: { 'X-Text': 'a, b', 'X-Number': 3 } },
  { operation: 'json', body: { name: 'Rex ü', age: 3, tags: ['a', 'b'] } },
  { operation: 'form', body: { name: 'Rex & Co. +ü', age: 3, tags: ['a', 'b'] } },
  { operation: 'form', body: { name: '' } },
  {
    operation: 'multipart',
    body: { note: 'a "ü"', count: 3, file: file() },
    received: { note: 'a "ü"', count: 3, file: received },
  },
  {
    operation: 'multipart',
    body: { file: file(), files: [file(), file()] },
    received: { file: received, files: [received, received] },
  },
  { operation: 'text', body: 'a ü\n' },
  { operation: 'bytes', body: file(), received: 'hello' },
];
