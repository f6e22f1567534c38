import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { createCaller, eventData, events, eventTexts, jsonLines, jsonSequence, operation } from '../src/codegen.js';
import type { Decoder } from '../src/response/decoder.js';
import type { CallOptions, ItemStream } from '../src/index.js';
import { parseEvents } from '../src/stream/events.js';
import { listen } from './testing/server.js';

it('of whole events may have a schema without the properties that every event has', () => {
  interface Update {
    readonly event?: 'update';
    readonly data?: string;
  }
  const decoder: Decoder<ItemStream<Update>> = events();
  expectTypeOf(decoder).toEqualTypeOf<Decoder<ItemStream<Update>>>();
});

/** Calls a server that sends chunks, and then ends the response unless it stays open. */
async function open<T>(
  response: Decoder<ItemStream<T>>,
  chunks: readonly string[],
  options: CallOptions = {},
  stays = false,
) {
  let closed = false;
  const server = await listen((_, reply) => {
    reply.on('close', () => (closed = true));
    reply.writeHead(200);
    void (async () => {
      for (const chunk of chunks) {
        reply.write(Buffer.from(chunk, 'latin1'));
        await sleep(5);
      }
      if (!stays) reply.end();
    })();
  });
  const get = operation({ id: 'ThingWatch', method: 'GET', path: '/' }, { response });
  const stream = await createCaller({ baseUrl: server.url }).call(get, undefined, options);
  return { stream, isClosed: () => closed };
}

const items = async <T>(response: Decoder<ItemStream<T>>, chunks: readonly string[]) => {
  const found: T[] = [];
  for await (const item of (await open(response, chunks)).stream) found.push(item);
  return found;
};

describe('items', () => {
  it('JSON lines, however they are split', async () => {
    const chunks = ['{"a":1}\n{"b"', ':"\xc3', '\xa9"}\r', '\n\n', '3\n4'];
    expect(await items(jsonLines(), chunks)).toEqual([{ a: 1 }, { b: 'é' }, 3, 4]);
  });
  it('a JSON text sequence', async () => {
    expect(await items(jsonSequence(), ['\x1e{"a":\n1}\n', '\x1e2\n'])).toEqual([{ a: 1 }, 2]);
  });
  it('data of events', async () => {
    expect(await items(eventData(), ['data: {"a":1}\n\n: comment\n\nda', 'ta: 2\n\n'])).toEqual([{ a: 1 }, 2]);
  });
  it('whole events, and their data as text', async () => {
    const chunks = [
      'id: 7\nevent: up\ndata: [1]\n\n',
      'data: [2]\nretry: 5\n\n',
      'retry: 9\n\n',
      'data: [3]\n\n',
      'data: [4]\n\n',
    ];
    const whole = [
      { event: 'up', data: [1], id: '7' },
      { event: 'message', data: [2], id: '7', retry: 5 },
      { event: 'message', data: [3], id: '7', retry: 9 },
      { event: 'message', data: [4], id: '7' },
    ];
    expect(await items(events(true), chunks)).toEqual(whole);
    expect(await items(eventTexts(), chunks)).toEqual(['[1]', '[2]', '[3]', '[4]']);
  });
  it('none, if the response has no body', async () => {
    const get = operation({ id: 'ThingWatch', method: 'GET', path: '/' }, { response: jsonLines() });
    const caller = createCaller({ baseUrl: 'http://things.test', fetch: async () => new Response(null) });
    const found: unknown[] = [];
    for await (const item of await caller.call(get, undefined)) found.push(item);
    expect(found).toEqual([]);
  });
  it('says which item is not JSON', async () => {
    await expect(items(jsonLines(), ['{"a":1}\noops\n'])).rejects.toMatchObject({
      code: 'RESPONSE_INVALID',
      message: 'An item of the response of ThingWatch is not JSON: "oops".',
    });
  });
});

describe('server-sent events', () => {
  it.each<[name: string, text: string, want: readonly string[]]>([
    ['several lines of data', 'data: a\ndata: b\n\n', ['message a\nb']],
    ['the three line ends', 'data: a\r\rdata: b\r\n\r\ndata: c\n\n', ['message a', 'message b', 'message c']],
    ['one space after the colon', 'data:  a\n\ndata:b\n\n', ['message  a', 'message b']],
    ['a field without a value', 'data\n\n', ['message ']],
    ['no data, no event', 'event: x\n\ndata: a\n\n', ['message a']],
    ['an unfinished event', 'data: a\n\ndata: b\n', ['message a']],
    ['a byte order mark', '\ufeffdata: a\n\n', ['message a']],
    ['colons in the data', 'data: a:b\n\n', ['message a:b']],
  ])('%s', async (_, text, want) => {
    for (const size of [1, 2, 3, 100]) {
      const chunks = async function* () {
        for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
      };
      const found: string[] = [];
      for await (const { event, data } of parseEvents(chunks())) found.push(`${event} ${data}`);
      expect(found).toEqual(want);
    }
  });
});

describe('ends', () => {
  it('closes the connection when the loop ends', async () => {
    const { stream, isClosed } = await open(jsonLines(), ['1\n'], {}, true);
    for await (const item of stream) {
      expect(item).toBe(1);
      break;
    }
    await expect.poll(isClosed).toBe(true);
  });
  it('closes the connection of a stream that is not read', async () => {
    const { stream, isClosed } = await open(jsonLines(), ['1\n'], {}, true);
    await stream.cancel();
    await expect.poll(isClosed).toBe(true);
  });
  it('rejects with the reason of the caller', async () => {
    const controller = new AbortController();
    const { stream } = await open(jsonLines(), ['1\n'], { signal: controller.signal }, true);
    const reason = new Error('enough');
    const reading = (async () => {
      for await (const _ of stream) controller.abort(reason);
    })();
    await expect(reading).rejects.toBe(reason);
  });
  it('is not limited by the timeout of the call', async () => {
    const { stream } = await open(
      jsonLines(),
      Array.from({ length: 20 }, (_, index) => `${index}\n`),
      { timeout: 50 },
    );
    let count = 0;
    for await (const _ of stream) count += 1;
    expect(count).toBe(20);
  });
});
