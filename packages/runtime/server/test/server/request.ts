/** Requests and responses as in the interface of hosts. */
import { Readable } from 'node:stream';
import { type HostResponse, type HostRequest } from '../../src/index.js';

export function request(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string | Buffer,
): HostRequest {
  return {
    method,
    url,
    headers: body === undefined ? headers : { 'content-length': String(Buffer.byteLength(body)), ...headers },
    headersDistinct: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    body: () => (body === undefined ? null : Readable.from([Buffer.from(body)])),
    signal: new AbortController().signal,
    duplexSupport: 'stream',
  };
}

export async function textOf({ body }: HostResponse): Promise<string> {
  if (body === undefined) return '';
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return Buffer.from(body).toString('latin1');
  let text = '';
  for await (const piece of body) text += typeof piece === 'string' ? piece : Buffer.from(piece).toString('latin1');
  return text;
}
