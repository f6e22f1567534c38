import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { LadingClientError, StreamError } from '../../src/error/index.js';
import { TarStream } from '../../src/stream/index.js';
import { context, cutAfter, inPieces, mockEngine } from './mock-engine.js';

const end = Buffer.alloc(1024);
const archive = (length: number): Buffer => Buffer.concat([randomBytes(length), end]);

describe('TarStream', () => {
  it.each([0, 512, 16_384, 1_000_448])('passes an archive of %d bytes and its end', async (length) => {
    const bytes = archive(length);
    const engine = await mockEngine(inPieces(bytes.subarray(0, 700), bytes.subarray(700)));
    const stream = new TarStream(await engine.body(), context);
    expect(stream.headers).toBe(context.response.headers);
    expect((await buffer(stream)).equals(bytes)).toBe(true);
  });

  it.each([
    ['a message', '{"message":"no space left"}\n'],
    ['a progress message', '{"errorDetail":{"message":"no space left"},"error":"no space left"}\r\n'],
  ])('rejects %s after the bytes, even after a complete archive', async (_name, message) => {
    for (const bytes of [randomBytes(40_000), archive(5120)]) {
      const engine = await mockEngine(inPieces(bytes, message.slice(0, 9), message.slice(9)));
      const failed = buffer(new TarStream(await engine.body(), context));
      await expect(failed).rejects.toBeInstanceOf(StreamError);
      await expect(failed).rejects.toMatchObject({ reason: 'no space left' });
    }
  });

  it('rejects a message instead of an archive', async () => {
    const engine = await mockEngine(inPieces('{"errorDetail":{"message":"gone"},', '"error":"gone"}\r\n'));
    await expect(buffer(new TarStream(await engine.body(), context))).rejects.toMatchObject({ reason: 'gone' });
  });

  it.each([
    ['an archive without its end', inPieces(Buffer.alloc(4096, 120)), 'TAR_CUT'],
    ['half an end', inPieces(Buffer.alloc(4096, 120), Buffer.alloc(512)), 'TAR_CUT'],
    ['nothing', inPieces(), 'TAR_CUT'],
    ['a truncated response', cutAfter(archive(100_000)), 'RESPONSE_CUT'],
  ])('rejects %s', async (_name, response, code) => {
    const engine = await mockEngine(response);
    const failed = buffer(new TarStream(await engine.body(), context));
    await expect(failed).rejects.toBeInstanceOf(LadingClientError);
    await expect(failed).rejects.toMatchObject({ code });
    await engine.quiet();
  });

  it('passes any bytes without the guard', async () => {
    const engine = await mockEngine(inPieces('anything'));
    expect((await buffer(new TarStream(await engine.body(), context, { guard: false }))).toString()).toBe('anything');
  });

  it('slows the engine down, and leaves no connection when it is destroyed', async () => {
    let written = 0;
    const engine = await mockEngine(async (_request, response) => {
      for (let index = 0; index < 100 && !response.destroyed; index++) {
        written += 1;
        if (!response.write(Buffer.alloc(1_000_000))) await new Promise((resolve) => response.once('drain', resolve));
      }
    });
    const stream = new TarStream(await engine.body(), context);
    stream.once('data', () => stream.pause());
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(written).toBeGreaterThan(0);
    expect(written).toBeLessThan(10);
    stream.destroy();
    await engine.quiet();
  });
});
