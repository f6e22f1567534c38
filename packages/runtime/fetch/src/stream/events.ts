/** Decodes server-sent events. */
import { ProtocolError } from '../error/index.js';
import type { DecodedCall, Decoder } from '../response/decoder.js';
import { discard } from '../response/discard.js';
import { ItemStream } from './item-stream.js';
import { parsedItem } from './json-lines.js';
import { splitText } from './split-text.js';

/** A server-sent event. */
export interface ServerEvent<Data = string> {
  /** The type of the event. @default 'message' */
  readonly event: string;
  readonly data: Data;
  /** The identifier of the last event that had one. */
  readonly id?: string;
  /** The milliseconds after which the server wants clients to connect again: stated since the event before. */
  readonly retry?: number;
}

const accept = 'text/event-stream';

/** Decodes the data of each event as JSON. */
export function eventData<T>(): Decoder<ItemStream<T>> {
  return itemsOf((event, call) => parsedItem(event.data, call) as T);
}

/** Decodes whole events. @param isJson whether their data is JSON */
export function events<T = ServerEvent>(isJson = false): Decoder<ItemStream<T>> {
  return itemsOf((event, call) => (isJson ? { ...event, data: parsedItem(event.data, call) } : event) as T);
}

/** Decodes the data of each event as text. */
export function eventTexts(): Decoder<ItemStream<string>> {
  return itemsOf(({ data }) => data);
}

function itemsOf<T>(read: (event: ServerEvent, call: DecodedCall) => T): Decoder<ItemStream<T>> {
  return {
    accept,
    decode: (response, call) => {
      checkMediaType(response, call);
      return new ItemStream<T>(response, call, async function* (chunks) {
        for await (const event of parseEvents(chunks)) yield read(event, call);
      });
    },
  };
}

/** @throws ProtocolError for another media type: any text is an event stream, most often one without events */
function checkMediaType({ headers, body }: Response, { operation, method, url }: DecodedCall): void {
  const type = headers.get('content-type') ?? accept;
  if (/^\s*text\/event-stream\b/i.test(type)) return;
  discard(body);
  throw new ProtocolError(
    'RESPONSE_INVALID',
    `The response of ${operation} (${method} ${url}) is not an event stream: ${type}. Check the base URL.`,
  );
}

/** Parses an event stream as the HTML standard says: an event without data is not one, the last one needs its blank line. */
export async function* parseEvents(chunks: AsyncIterable<string>): AsyncGenerator<ServerEvent, void, undefined> {
  let fields: { event?: string; id?: string; retry?: number } = {};
  let data: string[] = [];
  // The two parts of a line end that is split across chunks arrive together, see `splitText`.
  for await (const line of splitText(chunks, /\r\n|\n|\r(?!$)/)) {
    const text = line.replace(/^\ufeff|\r$/g, '');
    if (text === '') {
      const { event = '', ...others } = fields;
      fields = others;
      if (data.length === 0) continue;
      yield { ...others, event: event === '' ? 'message' : event, data: data.join('\n') };
      data = [];
      delete fields.retry;
      continue;
    }
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(text) ?? [];
    if (name === 'data') data.push(value);
    else if (name === 'event') fields.event = value;
    else if (name === 'id' && !value.includes('\0')) fields.id = value;
    else if (name === 'retry' && /^\d+$/.test(value)) fields.retry = Number(value);
  }
}
