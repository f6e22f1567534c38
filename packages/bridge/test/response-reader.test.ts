/** Tests the reader of the engine's responses: framing as in RFC 9112, whatever pieces the bytes arrive in, and no leniency. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ResponseHandler } from '../src/engine/response-handler.js';
import { ResponseReader } from '../src/engine/response-reader.js';

interface Read {
  readonly information: readonly number[];
  readonly status: number | undefined;
  readonly headers: readonly string[];
  readonly body: string;
  /** Undefined if the response is not complete. */
  readonly trailers: readonly string[] | undefined;
  readonly staysOpen: boolean;
  readonly endsWithConnection: boolean;
}

/** Reads a response that arrives in pieces. @throws what the reader throws */
function read(pieces: readonly string[], { isHead = false, isLent = false } = {}): Read {
  const information: number[] = [];
  let head: { readonly status: number; readonly headers: readonly string[] } | undefined;
  let body = '';
  const handler: ResponseHandler = {
    onInformation: (status) => void information.push(status),
    onHead: (status, headers) => void (head = { status, headers }),
    onWhole: (whole, text) => {
      expect(whole.toString('latin1')).toBe(text);
      body = text;
    },
    onData: (piece) => {
      data.push(piece);
      return true;
    },
    onPart: () => undefined,
    onEnd: () => undefined,
    onError: () => undefined,
  };
  const reader = new ResponseReader();
  reader.expect(handler, isHead);
  let trailers: readonly string[] | undefined;
  const memory = Buffer.alloc(Math.max(0, ...pieces.map(({ length }) => length)) + 16);
  const data: Buffer[] = [];
  for (const piece of pieces) {
    const length = memory.write(piece, 'latin1');
    trailers = isLent ? reader.push(memory, length, true) : reader.push(Buffer.from(piece, 'latin1'), length, false);
    // What is kept of memory that is used again has to be a copy.
    memory.fill(0, 0, length);
  }
  for (const piece of data) body += piece.toString('latin1');
  const { staysOpen, endsWithConnection } = reader;
  const { status, headers = [] } = head ?? {};
  return { information, status, headers, body, trailers, staysOpen, endsWithConnection };
}

const ok = 'HTTP/1.1 200 OK\r\n';

describe('a response', () => {
  it.each([
    ['with a length', `${ok}Content-Length: 3\r\n\r\nabc`, { body: 'abc', staysOpen: true }],
    ['without a body', `${ok}content-length:0\r\n\r\n`, { body: '', staysOpen: true }],
    ['without a reason', 'HTTP/1.1 204\r\n\r\n', { status: 204, staysOpen: true }],
    [
      'of status 304, which has the length of another',
      'HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n',
      { status: 304 },
    ],
    [
      'in chunks',
      `${ok}Transfer-Encoding: Chunked\r\n\r\n2;a=b\r\nab\r\n1\r\nc\r\n0\r\n\r\n`,
      { body: 'abc', staysOpen: true },
    ],
    [
      'with trailers',
      `${ok}Transfer-Encoding: chunked\r\n\r\n0\r\nX-A: 1 \r\nX-B:\r\n\r\n`,
      { trailers: ['X-A', '1', 'X-B', ''] },
    ],
    [
      'after information',
      `HTTP/1.1 102 P\r\nA: b\r\n\r\nHTTP/1.1 100 C\r\n\r\n${ok}Content-Length: 1\r\n\r\na`,
      { information: [102, 100], body: 'a' },
    ],
    ['that closes the connection', `${ok}Connection: X, Close\r\nContent-Length: 0\r\n\r\n`, { staysOpen: false }],
    [
      'that closes the connection soon',
      `${ok}Keep-Alive: timeout=1\r\nContent-Length: 0\r\n\r\n`,
      { staysOpen: false },
    ],
    ['that keeps the connection', `${ok}Keep-Alive: timeout=5\r\nContent-Length: 0\r\n\r\n`, { staysOpen: true }],
    ['of HTTP/1.0', 'HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n', { staysOpen: false }],
    [
      'with bytes above ASCII',
      `${ok}X: \xe9\xa0\r\nContent-Length: 1\r\n\r\n\xff`,
      { headers: ['X', '\xe9\xa0', 'Content-Length', '1'], body: '\xff' },
    ],
    ['with the same length twice', `${ok}Content-Length: 1\r\nContent-Length: 1\r\n\r\na`, { body: 'a' }],
  ])('%s is complete, whatever pieces it arrives in', (_name, bytes, wanted) => {
    expect(read([bytes])).toMatchObject({ status: 200, trailers: [], ...wanted });
    for (let at = 1; at < bytes.length; at += 1) {
      expect(read([bytes.slice(0, at)]).trailers, `without what follows byte ${at}`).toBeUndefined();
      const cut = [bytes.slice(0, at), bytes.slice(at)];
      expect(read(cut)).toEqual(read([bytes]));
      expect(read(cut, { isLent: true })).toEqual(read([bytes]));
    }
    expect(read([...bytes])).toEqual(read([bytes]));
    expect(read([...bytes], { isLent: true })).toEqual(read([bytes]));
  });

  it('to a request for a head alone has no body', () => {
    const { body, trailers } = read([`${ok}Content-Length: 5\r\n\r\n`], { isHead: true });
    expect({ body, trailers }).toEqual({ body: '', trailers: [] });
  });

  it('without a length ends with the connection', () => {
    const { body, trailers, staysOpen, endsWithConnection } = read([`${ok}\r\nab`, 'c']);
    expect({ body, trailers, staysOpen, endsWithConnection }).toEqual({
      body: 'abc',
      trailers: undefined,
      staysOpen: false,
      endsWithConnection: true,
    });
  });

  it.each([
    ['another protocol', 'SSH-2.0-a\r\n\r\n'],
    ['HTTP/2', 'HTTP/2 200\r\n\r\n'],
    ['a status of four digits', 'HTTP/1.1 2000 OK\r\n\r\n'],
    ['a space before the colon', `${ok}A : b\r\n\r\n`],
    ['a folded line', `${ok}A: b\r\n c\r\n\r\n`],
    ['a line without a name', `${ok}: b\r\n\r\n`],
    ['a bare line end', `${ok}A: b\nC: d\r\n\r\n`],
    ['a bare return', `${ok}A: b\rC: d\r\n\r\n`],
    ['a zero byte', `${ok}A: \0\r\n\r\n`],
    ['two lengths', `${ok}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
    ['a list of lengths', `${ok}Content-Length: 1, 1\r\n\r\na`],
    ['a negative length', `${ok}Content-Length: -1\r\n\r\n`],
    ['a length of 20 digits', `${ok}Content-Length: 10000000000000000000\r\n\r\n`],
    ['a length and chunks', `${ok}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['another transfer encoding', `${ok}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`],
    ['chunks in HTTP/1.0', 'HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['a chunk without a size', `${ok}Transfer-Encoding: chunked\r\n\r\n\r\n`],
    ['a chunk of a negative size', `${ok}Transfer-Encoding: chunked\r\n\r\n-1\r\n`],
    ['a chunk that is longer than its size', `${ok}Transfer-Encoding: chunked\r\n\r\n1\r\nab\r\n`],
    ['a trailer without a colon', `${ok}Transfer-Encoding: chunked\r\n\r\n0\r\nab\r\n\r\n`],
    ['a second response', `${ok}Content-Length: 1\r\n\r\na${ok}`],
    ['a second response behind chunks', `${ok}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${ok}`],
    ['a second response behind status 204', `HTTP/1.1 204 A\r\n\r\n${ok}`],
    ['a protocol that nobody asked for', 'HTTP/1.1 101 S\r\nUpgrade: a\r\n\r\n'],
    ['an endless head', `${ok}A: ${'a'.repeat(1_100_000)}`],
  ])('with %s is refused', (_name, bytes) => {
    expect(() => read([bytes])).toThrow('the engine sent an invalid response');
  });

  it('of any bytes is read, or refused', () => {
    const part = fc.oneof(
      fc.constantFrom(
        ok,
        '\r\n',
        '\r\n\r\n',
        'Content-Length: 2\r\n',
        'Transfer-Encoding: chunked\r\n',
        '2\r\nab\r\n',
        '0\r\n',
      ),
      fc.string({ unit: 'binary-ascii', maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(part), fc.array(fc.nat(), { maxLength: 4 }), (parts, cuts) => {
        const bytes = parts.join('');
        const places = cuts.map((cut) => cut % (bytes.length + 1)).sort((one, other) => one - other);
        const pieces = [0, ...places].map((from, index) => bytes.slice(from, places[index] ?? bytes.length));
        expect(outcome(pieces)).toEqual(outcome([bytes]));
        expect(outcome(pieces, true)).toEqual(outcome([bytes]));
      }),
    );
  });
});

/** What is read of a response, or that it is refused; empty pieces do not arrive. */
function outcome(pieces: readonly string[], isLent = false): unknown {
  try {
    return read(
      pieces.filter((piece) => piece !== ''),
      { isLent },
    );
  } catch (error) {
    return (error as Error).message.startsWith('the engine sent an invalid response') ? 'refused' : error;
  }
}
