import fc from 'fast-check';
import { Readable } from 'node:stream';
import { describe, expect, inject, it } from 'vitest';
import { InputError, LadingClientError, StreamError } from '../../src/error/index.js';
import { JsonStream } from '../../src/stream/index.js';
import { collect, context, cutAfter, inPieces, mockEngine } from './mock-engine.js';

describe('JsonStream', () => {
  it('reads values in pieces, even within a character', async () => {
    const text = Buffer.from('{"a":"grün €"}\r\n{"a":2}');
    const cut = text.indexOf(0xc3) + 1;
    const engine = await mockEngine(
      inPieces(text.subarray(0, cut), text.subarray(cut, cut + 6), text.subarray(cut + 6)),
    );
    const { items, error } = await collect(new JsonStream(await engine.body(), context));
    expect({ items, error }).toEqual({ items: [{ a: 'grün €' }, { a: 2 }], error: undefined });
  });

  it.each([
    ['lines', ''],
    ['a JSON text sequence', '\x1e'],
  ])('yields the same values of %s however the bytes are split', async (_, separator) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue()), fc.array(fc.nat(64)), async (values, cuts) => {
        const bytes = Buffer.from(values.map((value) => `${separator}${JSON.stringify(value)}\n`).join(''));
        const body = Readable.from(pieces(bytes, cuts), { objectMode: true });
        expect(await new JsonStream(body, context).toArray()).toEqual(JSON.parse(JSON.stringify(values)));
      }),
      { numRuns: inject('isFullRun') ? 200 : 40 },
    );
  });

  it.each([
    [{ error: 'no space', errorDetail: { code: 7, message: 'no space left' } }, 'no space left', 7],
    [{ error: 'no space' }, 'no space', undefined],
    [{ errorDetail: { message: 'x' } }, 'x', undefined],
  ])('rejects with a failure in the progress: %j', async (failure, reason, detail) => {
    const engine = await mockEngine((_request, response) => {
      response.write('{"stream":"Step 1"}\n' + JSON.stringify(failure) + '\n{"stream":"never"}\n');
    });
    const { items, error } = await collect(new JsonStream(await engine.body(), context, { progress: true }));
    expect(items).toEqual([{ stream: 'Step 1' }]);
    expect(error).toBeInstanceOf(StreamError);
    expect(error).toMatchObject({ reason, detail, status: 200, operation: 'ContainerLogs' });
    await engine.quiet();
  });

  it('treats `error` as data in other streams', async () => {
    const engine = await mockEngine(inPieces('{"error":"x"}'));
    expect(await new JsonStream(await engine.body(), context).toArray()).toEqual([{ error: 'x' }]);
  });

  it('rejects done() and toArray() like an iteration', async () => {
    const engine = await mockEngine(inPieces('{"a":1}{"error":"x"}'));
    await expect(new JsonStream(await engine.body(), context, { progress: true }).done()).rejects.toThrow(StreamError);
    await expect(new JsonStream(await engine.body(), context, { progress: true }).toArray()).rejects.toThrow('x');
  });

  it.each([
    ['a value that is cut', inPieces('{"a":1}\n{"b'), 'JSON_CUT'],
    ['HTML', inPieces('<html>'), 'JSON_INVALID'],
    ['a truncated response', cutAfter('{"a":1}\n{"b":2}\n'), 'RESPONSE_CUT'],
  ])('rejects %s', async (_name, response, code) => {
    const engine = await mockEngine(response);
    const { error } = await collect(new JsonStream(await engine.body(), context));
    expect(error).toBeInstanceOf(LadingClientError);
    expect(error).toMatchObject({ code });
    await engine.quiet();
  });

  it('leaves no connection when a loop is left early', async () => {
    const engine = await mockEngine((_request, response) => void response.write('{"a":1}\n{"a":2}\n'));
    for await (const item of new JsonStream(await engine.body(), context)) {
      expect(item).toEqual({ a: 1 });
      break;
    }
    await engine.quiet();
  });

  it('ends a loop that waits when it is closed, and leaves no connection', async () => {
    const engine = await mockEngine((_request, response) => void response.write('{"a":1}\n'));
    const stream = new JsonStream(await engine.body(), context);
    setTimeout(() => stream.close(), 30);
    expect(await collect(stream)).toEqual({ items: [{ a: 1 }], error: undefined });
    await engine.quiet();
  });

  it('leaves no connection when it is closed before anyone read', async () => {
    const engine = await mockEngine((_request, response) => void response.write('{"a":1}\n'));
    await new JsonStream(await engine.body(), context)[Symbol.asyncDispose]();
    await engine.quiet();
  });

  it('rejects with the reason of an abort', async () => {
    const engine = await mockEngine((_request, response) => void response.write('{"a":1}\n'));
    const controller = new AbortController();
    const stream = new JsonStream(await engine.body(controller.signal), context);
    const reason = new Error('enough');
    setTimeout(() => controller.abort(reason), 30);
    expect(await collect(stream)).toEqual({ items: [{ a: 1 }], error: reason });
    await engine.quiet();
  });

  it('is read once', async () => {
    const engine = await mockEngine(inPieces('{"a":1}'));
    const stream = new JsonStream(await engine.body(), context);
    expect(await stream.toArray()).toHaveLength(1);
    expect(() => stream[Symbol.asyncIterator]()).toThrow(InputError);
    await expect(stream.done()).rejects.toMatchObject({ code: 'STREAM_CONSUMED' });
  });

  it('settles concurrent calls of next() in their order', async () => {
    const engine = await mockEngine(inPieces('1 ', '2 3 ', '4 '));
    const iterator = new JsonStream<number>(await engine.body(), context)[Symbol.asyncIterator]();
    const results = await Promise.all(Array.from({ length: 6 }, () => iterator.next()));
    expect(results.map(({ value }) => value)).toEqual([1, 2, 3, 4, undefined, undefined]);
  });

  it('reads a value of 100 MB in one line, in linear time', async () => {
    const engine = await mockEngine((_request, response) => {
      response.write('{"a":"');
      for (let index = 0; index < 100; index++) response.write('x'.repeat(1_000_000));
      response.end('"}\n');
    });
    const [item] = await new JsonStream<{ a: string }>(await engine.body(), context).toArray();
    expect(item?.a.length).toBe(100_000_000);
  }, 20_000);
});

function* pieces(bytes: Buffer, cuts: readonly number[]): Generator<Buffer> {
  let start = 0;
  for (const cut of cuts) {
    if (cut > 0 && start < bytes.length) yield bytes.subarray(start, (start += cut));
  }
  if (start < bytes.length) yield bytes.subarray(start);
}
