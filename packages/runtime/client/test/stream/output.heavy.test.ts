import { frame } from '@lading/runtime-wire';
import fc from 'fast-check';
import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { describe, expect, inject, it } from 'vitest';
import { LadingClientError, StreamError } from '../../src/error/index.js';
import { Output } from '../../src/stream/index.js';
import { collect, context, cutAfter, inPieces, mockEngine, until } from './mock-engine.js';

const out = (text: string | Buffer): Uint8Array => frame(1, Buffer.from(text));
const err = (text: string | Buffer): Uint8Array => frame(2, Buffer.from(text));
const of = (body: Readable, tty = false): Output => new Output(body, context, { tty });
const declared = (length: number): Buffer =>
  Buffer.from([1, 0, 0, 0, length >>> 24, (length >>> 16) & 255, (length >>> 8) & 255, length & 255]);

describe('Output', () => {
  it('separates stdout and stderr by iteration', async () => {
    const engine = await mockEngine(inPieces(Buffer.concat([out('a'), err('b'), out('')]), out('c')));
    const { items, error } = await collect(of(await engine.body()));
    expect(error).toBeUndefined();
    expect(items.map(({ stream, data }) => [stream, data.toString()])).toEqual([
      ['stdout', 'a'],
      ['stderr', 'b'],
      ['stdout', 'c'],
    ]);
  });

  it('is all stdout with a terminal', async () => {
    const engine = await mockEngine(inPieces('\u0001raw', '\r\nx'));
    expect(await of(await engine.body(), true).text()).toEqual({ stdout: '\u0001raw\r\nx', stderr: '' });
  });

  it('yields the same by iteration, text(), lines() and as Node streams, however the bytes are split', async () => {
    const frames = fc.array(fc.tuple(fc.constantFrom<1 | 2>(1, 2), fc.string({ unit: 'binary', maxLength: 40 })));
    await fc.assert(
      fc.asyncProperty(frames, fc.array(fc.integer({ min: 1, max: 30 })), async (written, cuts) => {
        const bytes = Buffer.concat(written.map(([type, text]) => frame(type, Buffer.from(text))));
        const body = (): Readable => Readable.from(pieces(bytes, cuts), { objectMode: true });
        const side = (wanted: number): string =>
          written.flatMap(([type, text]) => (type === wanted ? [text] : [])).join('');
        const want = { stdout: Buffer.from(side(1)).toString(), stderr: Buffer.from(side(2)).toString() };
        expect(await of(body()).text()).toEqual(want);
        const { stdout, stderr } = of(body());
        const streamed = await Promise.all([textOf(stdout), textOf(stderr)]);
        expect(streamed.map(withoutMark)).toEqual([want.stdout, want.stderr].map(withoutMark));
        const lines = await collect(of(body()).lines());
        for (const name of ['stdout', 'stderr'] as const) {
          const got = lines.items.filter(({ stream }) => stream === name).map(({ line }) => line);
          const wanted = want[name].split('\n');
          if (wanted.at(-1) === '') wanted.pop();
          expect(got).toEqual(
            wanted.map((line, index) => (endsHere(want[name], index) ? line.replace(/\r$/, '') : line)),
          );
        }
      }),
      { numRuns: inject('isFullRun') ? 200 : 40 },
    );
  });

  it('treats a carriage return as part of a line end only before a line feed', async () => {
    const engine = await mockEngine(inPieces(out('one\r\ntwo\r')));
    const { items } = await collect(of(await engine.body()).lines());
    expect(items.map(({ line }) => line)).toEqual(['one', 'two\r']);
  });

  it('yields complete lines, even if a character is split between two frames', async () => {
    const euro = Buffer.from('€');
    const engine = await mockEngine(
      inPieces(
        out(Buffer.concat([Buffer.from('1 '), euro.subarray(0, 1)])),
        err('e\n'),
        out(euro.subarray(1)),
        out('\r\n\nlast'),
      ),
    );
    const { items } = await collect(of(await engine.body()).lines());
    expect(items).toEqual([
      { stream: 'stderr', line: 'e' },
      { stream: 'stdout', line: '1 €' },
      { stream: 'stdout', line: '' },
      { stream: 'stdout', line: 'last' },
    ]);
  });

  it('yields a line of 100 MB in linear time', async () => {
    const engine = await mockEngine((_request, response) => {
      const piece = out('x'.repeat(16_000));
      for (let index = 0; index < 6250; index++) response.write(piece);
      response.end();
    });
    const { items, error } = await collect(of(await engine.body()).lines());
    expect(error).toBeUndefined();
    expect(items.map(({ line }) => line.length)).toEqual([100_000_000]);
  }, 20_000);

  it('passes on parts of a frame of 2 GiB as they arrive', async () => {
    const engine = await mockEngine((_request, response) => {
      response.write(declared(2 ** 31));
      response.write('begin');
    });
    for await (const { data } of of(await engine.body())) {
      expect(data.toString()).toBe('begin');
      break;
    }
    await engine.quiet();
  });

  it.each([
    ['in a header', inPieces(out('a'), out('b').subarray(0, 5)), 'FRAME_CUT'],
    ['in a frame', inPieces(out('a'), out('bcd').subarray(0, 10)), 'FRAME_CUT'],
    ['in a chunk', cutAfter(out('a')), 'RESPONSE_CUT'],
  ])('rejects a response that is truncated %s, after yielding the output before', async (_name, response, code) => {
    const engine = await mockEngine(response);
    const { items, error } = await collect(of(await engine.body()));
    expect(items[0]?.data.toString()).toBe('a');
    expect(error).toBeInstanceOf(LadingClientError);
    expect(error).toMatchObject({ code });
    const sides = of(await engine.body());
    await expect(textOf(sides.stdout)).rejects.toMatchObject({ code });
    await engine.quiet();
  });

  it('rejects invalid frames', async () => {
    const engine = await mockEngine(inPieces('<html> where frames belong'));
    await expect(of(await engine.body()).text()).rejects.toMatchObject({ code: 'FRAME_INVALID' });
    await engine.quiet();
  });

  it('rejects with the message of a failure frame', async () => {
    const errorFrame = frame(3, Buffer.from('Error grabbing logs: gone\n'));
    const engine = await mockEngine(inPieces(out('a'), errorFrame.subarray(0, 15), errorFrame.subarray(15)));
    const { items, error } = await collect(of(await engine.body()));
    expect(items).toHaveLength(1);
    expect(error).toBeInstanceOf(StreamError);
    expect(error).toMatchObject({ reason: 'Error grabbing logs: gone' });
    const cut = await mockEngine(inPieces(errorFrame.subarray(0, 15)));
    await expect(of(await cut.body()).text()).rejects.toMatchObject({ reason: 'Error g' });
  });

  it('is read in one way', async () => {
    const engine = await mockEngine(inPieces(out('a')));
    const output = of(await engine.body());
    await output.text();
    expect(() => output.stdout).toThrow('being read already');
    expect(() => output[Symbol.asyncIterator]()).toThrow('being read already');
    const other = of(await engine.body());
    expect(other.stdout).toBe(other.stdout);
    await expect(other.text()).rejects.toMatchObject({ code: 'STREAM_CONSUMED' });
  });

  it('is not read once it is closed, and keeps the streams that it had', async () => {
    const engine = await mockEngine(inPieces(out('a')));
    const output = of(await engine.body());
    output.close();
    expect(() => output.stdout).toThrow('being read already');
    expect(() => output[Symbol.asyncIterator]()).toThrow('being read already');
    const other = of(await engine.body());
    const { stdout } = other;
    other.close();
    expect(other.stdout).toBe(stdout);
  });

  it.each(['break', 'close', 'destroy', 'abort'])('leaves no connection after %s', async (how) => {
    const engine = await mockEngine((_request, response) => void response.write(out('a')));
    const controller = new AbortController();
    const output = of(await engine.body(controller.signal));
    if (how === 'break') for await (const _chunk of output) break;
    if (how === 'close') output.close();
    if (how === 'destroy') {
      output.stdout.on('data', () => output.stdout.destroy());
      expect(output.stderr.destroyed).toBe(false);
    }
    if (how === 'abort') {
      setTimeout(() => controller.abort(new Error('enough')), 20);
      await expect(textOf(output.stdout)).rejects.toThrow('enough');
    }
    await engine.quiet();
  });
});

describe('Output as Node streams', () => {
  const megabyte = Buffer.alloc(1_000_000, 120);

  it('does not let an unread side block the other, and fails if it is read later', async () => {
    const engine = await mockEngine((_request, response) => {
      for (let index = 0; index < 5; index++) response.write(err(megabyte));
      response.end(out('done'));
    });
    const { stdout, stderr } = of(await engine.body());
    expect(await textOf(stdout)).toBe('done');
    expect(stderr.readableLength).toBeLessThanOrEqual(65_536);
    await expect(textOf(stderr)).rejects.toMatchObject({ code: 'STREAM_DROPPED' });
  });

  it('buffers some output for a side that is read later', async () => {
    const engine = await mockEngine(inPieces(err('warn'), out('done')));
    const { stdout, stderr } = of(await engine.body());
    expect([await textOf(stdout), await textOf(stderr)]).toEqual(['done', 'warn']);
  });

  it('slows the engine down when a side is read slowly', async () => {
    let written = 0;
    const engine = await mockEngine(async (_request, response) => {
      for (let index = 0; index < 100; index++) {
        written += 1;
        if (!response.write(out(megabyte))) await new Promise((resolve) => response.once('drain', resolve));
      }
      response.end();
    });
    const { stdout } = of(await engine.body());
    stdout.once('data', () => stdout.pause());
    await until(() => written > 0);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(written).toBeLessThan(10);
    let length = 0;
    stdout.on('data', (data: Buffer) => (length += data.length)).resume();
    await new Promise((resolve) => stdout.once('end', resolve));
    expect(length).toBeGreaterThan(98_900_000);
  });

  it('slows the engine down when a loop is slow', async () => {
    let written = 0;
    const engine = await mockEngine(async (_request, response) => {
      for (let index = 0; index < 100; index++) {
        written += 1;
        if (!response.write(out(megabyte))) await new Promise((resolve) => response.once('drain', resolve));
      }
      response.end();
    });
    for await (const _chunk of of(await engine.body())) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(written).toBeLessThan(10);
      break;
    }
    await engine.quiet();
  });

  it('continues with one side when the other is destroyed', async () => {
    const engine = await mockEngine(inPieces(out('a'), err('b'), out('c'), err('d')));
    const { stdout, stderr } = of(await engine.body());
    stdout.once('data', () => stdout.destroy());
    expect(await textOf(stderr)).toBe('bd');
  });

  it('fails both sides of a pipeline, and ends no program for a side without a reader', async () => {
    const engine = await mockEngine(cutAfter(out('a'), err('b')));
    const { stdout, stderr } = of(await engine.body());
    expect(stderr.readableFlowing).toBe(null);
    await expect(
      pipeline(stdout, async (source: AsyncIterable<Buffer>) => void (await collectBytes(source))),
    ).rejects.toMatchObject({
      code: 'RESPONSE_CUT',
    });
    expect(stderr.destroyed).toBe(true);
  });
});

async function collectBytes(source: AsyncIterable<Buffer>): Promise<void> {
  for await (const _chunk of source);
}

function* pieces(bytes: Buffer, cuts: readonly number[]): Generator<Buffer> {
  let start = 0;
  for (const cut of cuts) if (start < bytes.length) yield bytes.subarray(start, (start += cut));
  if (start < bytes.length) yield bytes.subarray(start);
}

/** Reads a stream as text; `node:stream/consumers` would remove a byte order mark. */
function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}

function endsHere(text: string, line: number): boolean {
  return line < text.split('\n').length - 1;
}
