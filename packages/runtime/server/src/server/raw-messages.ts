/**
 * Converts raw responses to the messages of conversions and back. JSON is parsed if it is converted, other bodies
 * remain bytes.
 */
import { parseLargeIntegers } from '@lading/runtime-wire/exact';
import type { ResponseMessage } from '@lading/runtime-conversion';
import { HttpError } from '../error/index.js';
import { endToEndHeaders, jsonOf, rawResponse, type RawHeaders, type RawResponse } from '../reply/index.js';
import { bodyOf, discard, Session, type ByteSource } from '../stream/index.js';

/** The maximum body of a response that is converted, in bytes. */
const maxBodyLength = 64 * 1024 * 1024;

export class RawMessages {
  isUsed = false;
  readonly #streamedBodies = new Set<unknown>();
  readonly #isExact: boolean;

  /** @param isExact whether integers beyond the safe integers are kept */
  constructor(isExact: boolean) {
    this.#isExact = isExact;
  }

  /**
   * Converts a raw response.
   *
   * @param reading reads the whole body, the body if it is JSON, or no body
   * @throws HttpError 502 for invalid JSON
   */
  async messageOf(
    { status, headers, body }: RawResponse,
    reading: 'all' | 'json' | 'nothing',
  ): Promise<ResponseMessage> {
    this.isUsed = true;
    const messageHeaders = endToEndHeaders(headers);
    if (body === undefined) return { status, headers: messageHeaders };
    const isJson = /^application\/json\s*(;|$)/i.test(String(headerValue(messageHeaders, 'content-type')));
    if (body instanceof Session || reading === 'nothing' || (reading === 'json' && !isJson)) {
      this.#streamedBodies.add(body);
      return { status, headers: messageHeaders, body, stream: 'other' };
    }
    const text = await textOf(body);
    const value: unknown = text === '' ? undefined : isJson ? parseJson(text, this.#isExact) : text;
    return {
      status,
      headers: withoutHeader(messageHeaders, 'content-length'),
      ...(value !== undefined && { body: value }),
    };
  }

  responseOf({ status, headers, body, stream }: ResponseMessage): RawResponse {
    for (const source of this.#streamedBodies) if (source !== body) discard(source);
    if (stream === 'other') return rawResponse(status, headers, body as ByteSource | Session);
    if (body === undefined) return rawResponse(status, headers);
    const type = { 'Content-Type': 'application/json' };
    return rawResponse(status, { ...withoutHeader(headers, 'content-type'), ...type }, `${jsonOf(body)}\n`);
  }
}

function headerValue(headers: RawHeaders, key: string): string | readonly string[] | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === key)?.[1];
}

export function withoutHeader<Value>(headers: Readonly<Record<string, Value>>, key: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== key));
}

function parseJson(text: string, isExact: boolean): unknown {
  try {
    return isExact ? parseLargeIntegers(text) : (JSON.parse(text) as unknown);
  } catch {
    throw new HttpError(502, 'the response of the engine is not JSON');
  }
}

async function textOf(source: ByteSource): Promise<string> {
  const body = bodyOf(source);
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return Buffer.from(body).toString('utf8');
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    if (length > maxBodyLength)
      throw new HttpError(502, `the response of the engine is longer than ${maxBodyLength} bytes`);
    pieces.push(Buffer.from(piece));
  }
  return Buffer.concat(pieces).toString('utf8');
}
