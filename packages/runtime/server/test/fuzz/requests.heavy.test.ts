/**
 * Invalid requests of all kinds: each gets an error response or the end of its connection, and other clients are not
 * affected.
 */
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { ask } from '../conformance/target.js';
import { responsesOf } from './responses.js';
import { limits, attackedServer, send } from './attacked-server.js';

const attacked = attackedServer();
const host = 'Host: x\r\n';
const type = 'Content-Type: application/json\r\n';
const create = `POST /containers/create HTTP/1.1\r\n${host}${type}`;
const seed = 20_260_102;

/** A second request, hidden where a vulnerable server would process it. */
const hidden = `POST /containers/smuggled/start HTTP/1.1\r\n${host}Content-Length: 0\r\n\r\n`;

function body(text: string | Buffer): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from(`${create}Content-Length: ${bytes.length}\r\nConnection: close\r\n\r\n`), bytes]);
}

describe('bodies', () => {
  const deep = 100_000;
  it.each([
    ['deep arrays', '['.repeat(deep), 400],
    ['deep arrays that end', '['.repeat(deep) + ']'.repeat(deep), 400],
    ['deep objects', `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`, 400],
    ['deep in a known property', `{"Labels":${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}}`, 400],
    ['at the depth limit', `{"x":${'['.repeat(99)}${']'.repeat(99)}}`, 201],
    ['a key __proto__', '{"__proto__":{"polluted":1},"Image":"x"}', 201],
    ['a key constructor', '{"constructor":{"prototype":{"polluted":1}},"Image":"x"}', 201],
    ['nested __proto__', '{"HostConfig":{"__proto__":{"polluted":1}},"Labels":{"__proto__":"x"}}', 201],
    ['__proto__ with a property of the contract', '{"__proto__":{"Image":5}}', 201],
    ['keys twice', '{"Image":"a","Image":"b"}', 201],
    ['keys twice in different case', '{"Image":"a","image":"b","IMAGE":"c"}', 201],
    ['keys twice, one invalid', '{"Image":"a","image":5}', 400],
    ['half a surrogate pair', '{"Image":"\\ud800"}', 201],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), 201],
    ['overlong UTF-8', Buffer.from('7b22c0af223a317d', 'hex'), 201],
    ['a byte order mark', '\ufeff{"Image":"x"}', 400],
    ['a zero byte', '{"Image":"x"}\0', 400],
    ['a control character', '{"Image":"\u0001"}', 400],
    ['incomplete', '{"Image":"x', 400],
    ['two values', '{}{}', 400],
    ['not an object', '"x"', 400],
    ['a number too large', '{"Memory":1e999}', 201],
    ['NaN', '{"Image":NaN}', 400],
    ['40,000 errors', `{"Labels":{${Array.from({ length: 40_000 }, (_, index) => `"${index}":1`).join()}}}`, 400],
    ['40,000 keys', `{${Array.from({ length: 40_000 }, (_, index) => `"k${index}":1`).join()}}`, 201],
    ['60,000 keys', `{${Array.from({ length: 60_000 }, (_, index) => `"k${index}":1`).join()}}`, 400],
    ['above the depth limit', `{"x":${'['.repeat(100)}${']'.repeat(100)}}`, 400],
    ['one long string', `{"Image":"${'x'.repeat(900_000)}"}`, 201],
    ['only spaces', ' '.repeat(900_000), 400],
  ])('%s', async (_, text, status) => {
    const { text: response, closed } = await send(attacked().target, [body(text)]);
    const [first] = responsesOf(response);
    expect([first?.status, closed]).toEqual([status, true]);
    if (status >= 400) expect(typeof (JSON.parse(first?.body ?? '') as { message: unknown }).message).toBe('string');
    expect(response.length).toBeLessThan(50_000);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

describe('two requests in one', () => {
  it.each([
    ['length and chunks', `Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['chunks and length', `Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${hidden}`],
    ['two lengths', `Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`],
    ['two lengths in one header', `Content-Length: 0, ${hidden.length}\r\n\r\n${hidden}`],
    ['a length with a sign', `Content-Length: +0\r\n\r\n${hidden}`],
    ['a hexadecimal length', `Content-Length: 0x0\r\n\r\n${hidden}`],
    ['a folded header', `X: y\r\n Content-Length: 0\r\n\r\n${hidden}`],
    ['a folded encoding', `Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['a space before the colon', `Content-Length : 0\r\n\r\n${hidden}`],
    ['a tab before the colon', `Transfer-Encoding\t: chunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['two encodings', `Transfer-Encoding: Chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${hidden}`],
    ['an invalid encoding', `Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['chunked, identity', `Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${hidden}`],
    ['a bare CR in a header', `X: a\rContent-Length: 0\r\n\r\n${hidden}`],
    ['a bare LF in a header', `X: a\nContent-Length: 0\n\n${hidden}`],
    ['a zero byte in a header', `X: a\0b\r\nContent-Length: 0\r\n\r\n${hidden}`],
    ['a chunk of a negative size', `Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n${hidden}`],
    ['a chunk of 2^64 bytes', `Transfer-Encoding: chunked\r\n\r\n10000000000000000\r\n${hidden}`],
    ['a chunk without its end', `Transfer-Encoding: chunked\r\n\r\n2\r\n{}0\r\n\r\n${hidden}`],
    ['a chunk longer than its size', `Transfer-Encoding: chunked\r\n\r\n2\r\n{}xx\r\n0\r\n\r\n${hidden}`],
    ['a chunk with a bare LF', `Transfer-Encoding: chunked\r\n\r\n2\n{}\n0\n\n${hidden}`],
    ['a size with a prefix', `Transfer-Encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n${hidden}`],
    ['a bare LF in an extension', `Transfer-Encoding: chunked\r\n\r\n2;a\n{}\r\n0\r\n\r\n${hidden}`],
  ])('%s', async (_, rest) => {
    const { text } = await send(attacked().target, [`${create}${rest}`]);
    const [first, ...others] = responsesOf(text);
    expect(first?.status).toBeGreaterThanOrEqual(400);
    expect(others).toEqual([]);
  });

  it('accepts extensions and trailers of chunks', async () => {
    const rest = `Transfer-Encoding: chunked\r\n\r\n2;a=b;c="d"\r\n{}\r\n0;x\r\nX: y\r\n\r\n`;
    const { text } = await send(attacked().target, [`${create}${rest}${hidden}`], { end: true });
    expect(responsesOf(text).map(({ status }) => status)).toEqual([201, 204]);
  });

  it('limits the extensions of chunks', async () => {
    const rest = `Transfer-Encoding: chunked\r\n\r\n2;${'a'.repeat(200_000)}\r\n{}\r\n0\r\n\r\n`;
    const { text, closed } = await send(attacked().target, [`${create}${rest}`]);
    expect([responsesOf(text).every(({ status }) => status >= 400), closed]).toEqual([true, true]);
  });

  it('limits trailers', async () => {
    const rest = `Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n${'A: b\r\n'.repeat(100_000)}\r\n`;
    const { text } = await send(attacked().target, [`${create}${rest}`], { wait: 3000 });
    expect(text.length).toBeLessThan(10_000);
    responsesOf(text);
  });
});

describe('heads', () => {
  it.each([
    ['many headers', Array.from({ length: 20_000 }, (_, index) => `X-${index}: y\r\n`).join('')],
    ['many headers of one name', 'X: y\r\n'.repeat(20_000)],
    ['a long header', `X: ${'y'.repeat(200_000)}\r\n`],
    ['a long name', `${'y'.repeat(200_000)}: x\r\n`],
  ])('%s', async (_, headers) => {
    const { text, closed } = await send(attacked().target, [`GET /_ping HTTP/1.1\r\n${host}${headers}\r\n`]);
    expect([responsesOf(text).map(({ status }) => status), closed]).toEqual([[431], true]);
  });

  it('accepts many small headers within the limit', async () => {
    const headers = Array.from({ length: 900 }, (_, index) => `X${index}:\r\n`).join('');
    const { text } = await send(attacked().target, [
      `GET /_ping HTTP/1.1\r\n${host}Connection: close\r\n${headers}\r\n`,
    ]);
    expect(responsesOf(text).map(({ status }) => status)).toEqual([200]);
  });

  it.each([
    ['a path with %00', '/containers/a%00b/json'],
    ['a path with %2e%2e', '/containers/%2e%2e/json'],
    ['a path with %2f', '/containers/a%2fb/json'],
    ['a path with ..', '/containers/../containers/a/json'],
    ['a path with an incomplete escape', '/containers/%/json'],
    ['a path with escapes that are not UTF-8', '/containers/%ff%fe/json'],
    ['a path with bytes outside ASCII', '/containers/\xff\xfe/json'],
    ['slashes', `/${'/'.repeat(1900)}`],
    ['no path', '*'],
    ['another authority', 'http://elsewhere/containers/a/json'],
    ['a scheme', 'file:///etc/passwd'],
    ['only an authority', 'x:80'],
    ['an empty version', '/v/containers/json'],
    ['a version of a thousand digits', `/v${'1'.repeat(1000)}.9/containers/json`],
    ['a version of dots', `/v${'.'.repeat(1000)}/containers/json`],
    ['a query of __proto__', '/containers/json?__proto__=1&constructor=2&__proto__[a]=3'],
    ['a filter of __proto__', `/containers/json?filters=${encodeURIComponent('{"__proto__":["x"]}')}`],
    ['a filter of deep lists', `/containers/json?filters=${'['.repeat(1900)}`],
    ['many parameters', `/containers/json?${'a&'.repeat(900)}`],
    ['a semicolon', '/containers/json?a=1;b=2'],
    ['a query with an incomplete escape', '/containers/json?a=%'],
    ['several question marks', '/containers/json???'],
    ['a zero in the query', '/containers/json?limit=%00'],
  ])('%s', async (_, path) => {
    const { text, closed } = await send(attacked().target, [
      `GET ${path} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
    ]);
    const [first, ...others] = responsesOf(text);
    expect([others, closed, first !== undefined]).toEqual([[], true, true]);
    expect(first?.status).toBeLessThan(500);
    expect(first?.head).not.toMatch(/passwd|elsewhere/);
  });

  it.each(['GET', 'OPTIONS', 'TRACE', 'CONNECT', 'PRI', 'M-SEARCH', 'get', 'X', 'PROPFIND'])(
    'the method %s for an unknown path',
    async (method) => {
      const { text, closed } = await send(attacked().target, [
        `${method} /nowhere HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
      ]);
      expect(closed).toBe(true);
      const expected: Readonly<Record<string, readonly number[]>> = { OPTIONS: [200], CONNECT: [501] };
      const statuses = responsesOf(text).map(({ status }) => status);
      expect(statuses).toHaveLength(1);
      expect(expected[method] ?? [400, 404]).toContain(statuses[0]);
    },
  );

  it.each([
    ['HTTP/1.0', `GET /_ping HTTP/1.0\r\n\r\n`],
    ['HTTP/0.9', `GET /_ping\r\n\r\n`],
    ['HTTP/2', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`],
    ['HTTP/9.9', `GET /_ping HTTP/9.9\r\n${host}\r\n`],
    ['no host', `GET /_ping HTTP/1.1\r\n\r\n`],
    ['two hosts', `GET /_ping HTTP/1.1\r\n${host}Host: y\r\n\r\n`],
    ['TLS', Buffer.from('160301020001000001fc0303', 'hex')],
    ['an empty line', '\r\n\r\n\r\n'],
    ['an unknown expectation', `${create}Expect: 200-maybe\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`],
  ])('%s', async (_, bytes) => {
    const { text, closed } = await send(attacked().target, [bytes]);
    expect(closed).toBe(true);
    responsesOf(text);
  });

  it('sends 100 Continue if the client expects it', async () => {
    const { text } = await send(attacked().target, [
      `${create}Expect: 100-continue\r\nContent-Length: 2\r\nConnection: close\r\n\r\n`,
      '{}',
    ]);
    expect(responsesOf(text).map(({ status }) => status)).toEqual([100, 201]);
  });
});

it('responds to a thousand requests in one packet, in their order', async () => {
  const ids = Array.from({ length: 1000 }, (_, index) => `c${index}`);
  const pieces = ids.map((id) => `GET /containers/${id}/json HTTP/1.1\r\n${host}\r\n`).join('');
  const { text } = await send(attacked().target, [pieces], { end: true });
  expect(responsesOf(text).map(({ body }) => (JSON.parse(body) as { Id: string }).Id)).toEqual(ids);
});

it('reads a request that arrives byte by byte', async () => {
  const bytes = body('{"Image":"x"}');
  const { text } = await send(
    attacked().target,
    Array.from(bytes, (_, index) => bytes.subarray(index, index + 1)),
  );
  expect(responsesOf(text).map(({ status }) => status)).toEqual([201]);
});

const heads = [
  `GET /containers/json?all=1 HTTP/1.1\r\n${host}\r\n`,
  `${create}Content-Length: 13\r\n\r\n{"Image":"x"}`,
  `${create}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  `GET /containers/a/logs?stdout=1 HTTP/1.1\r\n${host}\r\n`,
  `PUT /containers/a/archive?path=/ HTTP/1.1\r\n${host}Content-Type: application/x-tar\r\nContent-Length: 4\r\n\r\nabcd`,
  `POST /exec/a/start HTTP/1.1\r\n${host}${type}Connection: Upgrade\r\nUpgrade: tcp\r\nContent-Length: 2\r\n\r\n{}`,
  `GET /containers/a/attach/ws HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
];

it('survives random bytes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), async (bytes) => {
      const { text } = await send(attacked().target, [bytes], { end: true });
      for (const { status } of responsesOf(text)) expect(status).toBeGreaterThanOrEqual(400);
    }),
    { seed, numRuns: inject('isFullRun') ? 150 : 30 },
  );
});

it('survives requests with bytes changed, removed or inserted', async () => {
  const change = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.nat({ max: 8 }),
    bytes: fc.oneof(
      fc.uint8Array({ maxLength: 8 }),
      fc
        .constantFrom('\r\n', '\n', '\0', ' ', ':', '%', 'chunked', ': 0\r\n', '0\r\n\r\n')
        .map((text) => Buffer.from(text)),
    ),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...heads),
      fc.array(change, { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      async (head, changes, cut) => {
        let bytes = Buffer.from(head, 'latin1');
        for (const { at, length, bytes: own } of changes) {
          const index = Math.floor(at * bytes.length);
          bytes = Buffer.concat([bytes.subarray(0, index), own, bytes.subarray(index + length)]);
        }
        if (cut) bytes = bytes.subarray(0, Math.floor(bytes.length * (changes[0]?.at ?? 0)));
        const { text } = await send(attacked().target, [bytes], { end: true, wait: 6000 });
        responsesOf(text);
      },
    ),
    { seed, numRuns: inject('isFullRun') ? 300 : 60 },
  );
}, 120_000);

it('enforces its limits', async () => {
  expect((await ask(attacked().target, `/containers/json?${'x'.repeat(limits.url ?? 0)}`)).status).toBe(414);
  const { text } = await send(attacked().target, [`${create}Content-Length: 99999999999\r\n\r\n`]);
  expect(responsesOf(text).map(({ status }) => status)).toEqual([413]);
});
