/** Tests invalid responses of every kind: truncated, malformed, with a wrong media type, closed at any moment. */
import type { Socket } from 'node:net';
import { frame } from '@lading/runtime-wire';
import { describe, expect, test } from 'vitest';
import { ConnectionLost, EngineError, LadingClientError, ProtocolError } from '../../src/error/index.js';
import { response, operations, rawEngine, until, type RawEngine } from './raw-engine.js';

const { inspect, push, events, logs, attach, archive, load } = operations;

const chunked = (type: string): string =>
  `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n`;
const multiplexed = 'application/vnd.docker.multiplexed-stream';
const upgraded = `HTTP/1.1 101 UPGRADED\r\nContent-Type: ${multiplexed}\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\n`;
const last = '0\r\n\r\n';

function chunk(data: string | Uint8Array): Buffer {
  const bytes = Buffer.from(data);
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
}

type Engine = RawEngine['engine'];

/** Every way to read a response to its end. */
const readings: Readonly<Record<string, (engine: Engine) => Promise<unknown>>> = {
  json: (engine) => engine.call(inspect, { id: 'a' }),
  'lines of JSON': async (engine) => (await engine.call(events)).toArray(),
  progress: async (engine) => (await engine.call(push, { name: 'a' })).done(),
  'progress of an upload': async (engine) => (await engine.call(load, { body: Buffer.alloc(10) } as never)).done(),
  'output, whole': async (engine) => (await engine.call(logs, { id: 'a' } as never)).text(),
  'output, iterated': async (engine) => drain(await engine.call(logs, { id: 'a' } as never)),
  'output, as lines': async (engine) => drain((await engine.call(logs, { id: 'a' } as never)).lines()),
  'output, as a Node stream': async (engine) => drain((await engine.call(logs, { id: 'a' } as never)).stdout),
  'an archive': async (engine) => drain(await engine.call(archive, { id: 'a' } as never)),
  'a connection': async (engine) => (await engine.call(attach, { id: 'a' } as never)).text(),
};

async function drain(items: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _item of items) count += 1;
  return count;
}

async function failure(reading: (engine: Engine) => Promise<unknown>, { engine }: RawEngine): Promise<unknown> {
  return reading(engine).then(
    (value) => ({ succeeded: value }),
    (error: unknown) => error,
  );
}

const all = Object.entries(readings);
const streams = all.filter(([name]) => name !== 'json' && name !== 'a connection');

describe.each(all)('%s', (name, reading) => {
  test.each<[string, (socket: Socket) => void]>([
    ['before anything came', (socket) => void socket.destroy()],
    ['in the status line', (socket) => void socket.end('HTTP/1.1 20')],
    ['in a header', (socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-ty')],
  ])('a socket that closes %s is an error, and leaves no socket', async (_when, close) => {
    const raw = await rawEngine(close);
    expect(await failure(reading, raw)).toBeInstanceOf(LadingClientError);
    await until(() => raw.open.size === 0);
  });

  test('500 with a web page is the error of its status, with a sentence instead of the page', async () => {
    const page = '<!doctype html><html><body>Bad gateway</body></html>';
    const raw = await rawEngine((socket) =>
      socket.write(response('500 Internal Server Error', { 'content-type': 'text/html' }, page)),
    );
    const error = await failure(reading, raw);
    expect(error).toBeInstanceOf(EngineError);
    expect(error).toMatchObject({ status: 500, reason: expect.stringMatching(/web page/) as string });
    expect(String(error)).not.toContain('<');
  });

  test('headers that never end are an error or end with an abort, and leave no socket', async () => {
    const raw = await rawEngine((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const more = setInterval(() => socket.write(`x-${'y'.repeat(2000)}: 1\r\n`), 1);
      socket.on('close', () => clearInterval(more));
    });
    expect(await failure(reading, raw)).toMatchObject({ code: 'HEADERS_TOO_LONG' });
    await until(() => raw.open.size === 0);
  });

  test.runIf(name !== 'a connection')('a web page under 200 is no success', async () => {
    const raw = await rawEngine((socket) =>
      socket.write(response('200 OK', { 'content-type': 'text/html' }, '<html>Welcome to the portal</html>')),
    );
    const error = await failure(reading, raw);
    // The content of an archive is not validated; the tool that unpacks it does that.
    if (name !== 'an archive') expect(error).toBeInstanceOf(ProtocolError);
  });
});

describe.each(streams)('%s, truncated', (_name, reading) => {
  const first = chunk(Buffer.concat([frame(1, Buffer.from('{"n":1}\n'))]));

  test.each([
    ['before its first chunk', ''],
    ['in the length of a chunk', 'f'],
    ['in a chunk', 'ff\r\n{"n":'],
    ['between two chunks', first],
    ['in the last chunk', '0\r\n'],
    ['by a chunk that is none', 'zz\r\n{}\r\n'],
  ])('%s', async (_where, bytes) => {
    const raw = await rawEngine((socket) => {
      socket.write(chunked(multiplexed));
      socket.end(bytes);
    });
    const error = await failure(reading, raw);
    expect(error instanceof ProtocolError || error instanceof ConnectionLost).toBe(true);
    await until(() => raw.open.size === 0);
  });
});

describe('a frame', () => {
  const outputs = all.filter(([name]) => name.startsWith('output'));
  const whole = frame(1, Buffer.from('whole\n'));
  const cuts: readonly [string, Uint8Array][] = [
    ['in its header', Buffer.concat([whole, whole.subarray(0, 5)])],
    ['in its payload', Buffer.concat([whole, whole.subarray(0, 11)])],
    ['after a header that declares 2 GiB', Buffer.from([1, 0, 0, 0, 0x80, 0, 0, 0, 0x61])],
    ['after a header that declares 4 GiB - 1', Buffer.from([1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff])],
  ];

  describe.each(cuts)('truncated %s', (_where, bytes) => {
    test.each(outputs)('%s, in a complete response', async (_name, reading) => {
      const raw = await rawEngine((socket) =>
        socket.write(Buffer.concat([Buffer.from(chunked(multiplexed)), chunk(bytes), Buffer.from(last)])),
      );
      expect(await failure(reading, raw)).toMatchObject({ name: 'ProtocolError', code: 'FRAME_CUT' });
    });

    test('a connection', async () => {
      const raw = await rawEngine((socket) => {
        socket.write(upgraded);
        socket.end(bytes);
      });
      expect(await failure(readings['a connection'] as never, raw)).toMatchObject({ code: 'FRAME_CUT' });
    });
  });

  test('of 0 bytes is ignored, anywhere', async () => {
    const none = frame(1, new Uint8Array());
    const bytes = Buffer.concat([none, frame(2, new Uint8Array()), whole, none, frame(1, Buffer.from('end')), none]);
    const raw = await rawEngine((socket) =>
      socket.write(Buffer.concat([Buffer.from(chunked(multiplexed)), chunk(bytes), Buffer.from(last)])),
    );
    const read = async () => raw.engine.call(logs, { id: 'a' } as never);
    expect(await (await read()).text()).toEqual({ stdout: 'whole\nend', stderr: '' });
    const lines: string[] = [];
    for await (const { line } of (await read()).lines()) lines.push(line);
    expect(lines).toEqual(['whole', 'end']);
  });

  test('of an unknown type, or bytes that are not a frame, are an error', async () => {
    for (const bytes of ['plain text that is no frame', Buffer.from([9, 0, 0, 0, 0, 0, 0, 1, 0x61])]) {
      const raw = await rawEngine((socket) =>
        socket.write(Buffer.concat([Buffer.from(chunked(multiplexed)), chunk(bytes), Buffer.from(last)])),
      );
      expect(await failure(readings['output, whole'] as never, raw)).toMatchObject({ code: 'FRAME_INVALID' });
    }
  });
});

describe('a UTF-8 character', () => {
  const text = Buffer.from('{"n":"é"}');
  const cut = text.subarray(0, text.indexOf(0xa9));

  test('truncated at the end of a response is invalid JSON', async () => {
    const whole = await rawEngine((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${cut.length}\r\n\r\n`);
      socket.write(cut);
    });
    expect(await failure(readings['json'] as never, whole)).toMatchObject({ code: 'RESPONSE_INVALID' });
    for (const name of ['lines of JSON', 'progress']) {
      const raw = await rawEngine((socket) =>
        socket.write(
          Buffer.concat([Buffer.from(chunked('application/json')), chunk(text), chunk(cut), Buffer.from(last)]),
        ),
      );
      expect(await failure(readings[name] as never, raw)).toMatchObject({ code: 'JSON_CUT' });
    }
  });

  test('split between two chunks or two frames is joined', async () => {
    const raw = await rawEngine((socket) =>
      socket.write(
        Buffer.concat([
          Buffer.from(chunked('application/json')),
          chunk(cut),
          chunk(text.subarray(cut.length)),
          Buffer.from(last),
        ]),
      ),
    );
    expect(await (await raw.engine.call(events)).toArray()).toEqual([{ n: 'é' }]);
    const framed = await rawEngine((socket) =>
      socket.write(
        Buffer.concat([
          Buffer.from(chunked(multiplexed)),
          chunk(frame(1, cut)),
          chunk(frame(1, text.subarray(cut.length))),
          Buffer.from(last),
        ]),
      ),
    );
    const { stdout } = await (await framed.engine.call(logs, { id: 'a' } as never)).text();
    expect(stdout).toBe('{"n":"é"}');
  });

  test('truncated at the end of output becomes a replacement character', async () => {
    const raw = await rawEngine((socket) =>
      socket.write(Buffer.concat([Buffer.from(chunked(multiplexed)), chunk(frame(1, cut)), Buffer.from(last)])),
    );
    const { stdout } = await (await raw.engine.call(logs, { id: 'a' } as never)).text();
    expect(stdout).toBe('{"n":"\ufffd');
  });
});

describe('a wrong media type', () => {
  test.each(['text/plain; charset=utf-8', 'application/octet-stream', ''])(
    'JSON as %j is read all the same',
    async (type) => {
      const raw = await rawEngine((socket) => socket.write(response('200 OK', { 'content-type': type }, '{"Id":"x"}')));
      expect(await raw.engine.call(inspect, { id: 'a' })).toEqual({ Id: 'x' });
      expect(await (await raw.engine.call(events)).toArray()).toEqual([{ Id: 'x' }]);
    },
  );

  test('a response to an upgrade request without an upgrade is an error', async () => {
    const raw = await rawEngine((socket) =>
      socket.write(response('200 OK', { 'content-type': 'application/json' }, '{}')),
    );
    expect(await failure(readings['a connection'] as never, raw)).toBeInstanceOf(ProtocolError);
  });
});

describe('a socket that closes after a response', () => {
  const ok = response('200 OK', { 'content-type': 'application/json' }, '{"Id":"x"}');

  test.each<[string, (socket: Socket) => void]>([
    ['at once', (socket) => void socket.end(ok)],
    ['a moment later', (socket) => socket.write(ok, () => setTimeout(() => socket.destroy(), 5))],
    ['with rubbish after it', (socket) => void socket.end(`${ok}rubbish`)],
  ])('%s does not spoil the next call', async (_when, close) => {
    const raw = await rawEngine(close);
    for (let call = 0; call < 5; call += 1) {
      expect(await raw.engine.call(inspect, { id: 'a' })).toEqual({ Id: 'x' });
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await until(() => raw.open.size === 0);
  });

  test('a connection that closes in a frame is an error', async () => {
    const raw = await rawEngine((socket) => {
      socket.write(upgraded);
      socket.write(frame(1, Buffer.from('some')).subarray(0, 10));
      setTimeout(() => socket.destroy(), 20);
    });
    expect(await failure(readings['a connection'] as never, raw)).toMatchObject({ code: 'FRAME_CUT' });
  });
});
