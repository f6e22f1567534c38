/** Raw responses as conversions see them, and back: JSON is read where it is converted, all else stays bytes. */
import type { ResponseMessage } from '@lading/runtime-overlay';
import { HttpError } from '../error/index.js';
import { endToEndHeaders, rawResponse, type RawHeaders, type RawResponse } from '../reply/index.js';
import { bodyOf, discard, Session, type ByteSource } from '../stream/index.js';

/** Of a response that is converted, in bytes. */
const maxBody = 64 * 1024 * 1024;

export class RawMessages {
  isUsed = false;
  readonly #flowing = new Set<unknown>();

  /** @param reading the whole body, whatever it is; where it is JSON; or nothing of it. @throws HttpError 502 for JSON that is none */
  async messageOf(
    { status, headers, body }: RawResponse,
    reading: 'all' | 'json' | 'nothing',
  ): Promise<ResponseMessage> {
    this.isUsed = true;
    const own = endToEndHeaders(headers);
    if (body === undefined) return { status, headers: own };
    const isJson = /^application\/json\s*(;|$)/i.test(String(valueOf(own, 'content-type')));
    if (body instanceof Session || reading === 'nothing' || (reading === 'json' && !isJson)) {
      this.#flowing.add(body);
      return { status, headers: own, body, stream: 'other' };
    }
    const text = await textOf(body);
    const value: unknown = text === '' ? undefined : isJson ? parsed(text) : text;
    return { status, headers: without(own, 'content-length'), ...(value !== undefined && { body: value }) };
  }

  responseOf({ status, headers, body, stream }: ResponseMessage): RawResponse {
    for (const source of this.#flowing) if (source !== body) discard(source);
    if (stream === 'other') return rawResponse(status, headers, body as ByteSource | Session);
    if (body === undefined) return rawResponse(status, headers);
    const type = { 'Content-Type': 'application/json' };
    return rawResponse(status, { ...without(headers, 'content-type'), ...type }, `${JSON.stringify(body)}\n`);
  }
}

function valueOf(headers: RawHeaders, key: string): string | readonly string[] | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === key)?.[1];
}

function without<Value>(headers: Readonly<Record<string, Value>>, key: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== key));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new HttpError(502, 'the response of the engine is no JSON');
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
    if (length > maxBody) throw new HttpError(502, `the response of the engine is longer than ${maxBody} bytes`);
    pieces.push(Buffer.from(piece));
  }
  return Buffer.concat(pieces).toString('utf8');
}
