/** Responses as bytes. */
import type { ResponseContract } from '@lading/runtime-wire';
import { valueOf, type Random } from '@lading/runtime-values';
import { isStream } from './answer.js';

/** Encodes a body as the response declares it. */
export function encoded(
  response: ResponseContract,
  body: unknown,
): { readonly body: BodyInit | null; readonly mediaType?: string } {
  if (response.kind === 'nothing' || body === undefined || (body === null && response.kind !== 'json'))
    return { body: null };
  const [declared] = Object.keys(response.content ?? {});
  const mediaType = response.mediaType ?? declared;
  if (isStream(response)) {
    const [type, isEvents] = streamType(response);
    return {
      body: streamOf(body as Iterable<unknown> | AsyncIterable<unknown>, isEvents ? eventOf : lineOf),
      mediaType: type,
    };
  }
  if (response.kind === 'json') return { body: JSON.stringify(body), mediaType: mediaType ?? 'application/json' };
  const usual = response.kind === 'text' ? 'text/plain' : 'application/octet-stream';
  const isBytes =
    typeof body !== 'object' || body instanceof Uint8Array || body instanceof Blob || body instanceof ReadableStream;
  const bytes = !isBytes ? JSON.stringify(body) : typeof body === 'object' ? (body as BodyInit) : String(body);
  return { body: bytes, mediaType: mediaType ?? usual };
}

function streamType({ content = {}, mediaType }: ResponseContract): readonly [mediaType: string, isEvents: boolean] {
  const found = Object.entries(content).find(([, { stream }]) => stream !== undefined);
  const type = mediaType ?? found?.[0] ?? 'application/json';
  return [type, found?.[1].stream === 'event-stream' || /^text\/event-stream\b/i.test(type)];
}

function lineOf(item: unknown): string {
  return `${JSON.stringify(item)}\n`;
}

/** An event of the data; an item with `data` may be a whole event, with `event`, `id` and `retry`. */
function eventOf(item: unknown): string {
  const isWhole = typeof item === 'object' && item !== null && 'data' in item;
  const { event, id, retry, data } = (isWhole ? item : { data: item }) as Readonly<Record<string, unknown>>;
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  const fields = Object.entries({ event, id, retry }).filter(([, value]) => value !== undefined);
  const lines = [
    ...fields.map(([name, value]) => `${name}: ${String(value)}`),
    ...text.split('\n').map((line) => `data: ${line}`),
  ];
  return `${lines.join('\n')}\n\n`;
}

/** Sends item by item, so that a client can cancel between two. */
function streamOf(
  items: Iterable<unknown> | AsyncIterable<unknown>,
  encode: (item: unknown) => string,
): ReadableStream<Uint8Array> {
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(encode(value)));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

/** Returns values of the required headers of a response. */
export function requiredHeaders({ headers = {} }: ResponseContract, random: Random): Readonly<Record<string, string>> {
  const required = Object.entries(headers).filter(
    ([name, { required }]) => required === true && !/^content-/i.test(name),
  );
  return Object.fromEntries(
    required.map(([name, { schema }]) => {
      const value = valueOf(schema, random, { place: 'header', alphabet: ['a', 'b', 'c'] });
      return [
        name,
        Array.isArray(value) ? value.join(',') : typeof value === 'object' ? JSON.stringify(value) : String(value),
      ];
    }),
  );
}
