/** Reads the head of a response by the letter of RFC 9112: what two readers may understand differently is refused. */
import { HttpError } from '../message/http-error.js';

/** How the end of a body is found: after a number of bytes, in its chunks, or by the end of the connection. */
export type BodyFraming = number | 'chunks' | 'close';

export interface ReceivedHead {
  readonly status: number;
  /** Names and values in turn, as received. */
  readonly headers: string[];
  readonly framing: BodyFraming;
  /** Whether the connection may be used again. */
  readonly staysOpen: boolean;
}

/** Returns the error for a response that is not HTTP. */
export function invalidResponse(reason: string): HttpError {
  return new HttpError(502, `the engine sent an invalid response: ${reason}`);
}

const statusLine = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: [\t -~\x80-\xff]*)?\r\n/;
const headerLine = /([\w!#$%&'*+.^`|~-]+):[\t ]*([\t -~\x80-\xff]*)\r\n/y;

/** A server closes a connection by itself after this time, which is a second longer than the shortest that is useful. */
const shortestKeepAlive = 2;

/**
 * @param text with a character for each byte
 * @param end behind the empty line
 * @param isHead whether the request was for a head alone
 * @throws HttpError 502
 */
export function readHead(text: string, end: number, isHead: boolean): ReceivedHead {
  const [line, minor, digits] = statusLine.exec(text) ?? [];
  if (line === undefined) throw invalidResponse('its status line is malformed');
  const status = Number(digits);
  const headers = readHeaders(text, line.length, end - 2);
  let staysOpen = minor === '1';
  let length: string | undefined;
  let coding: string | undefined;
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] ?? '';
    const value = headers[index + 1] ?? '';
    // Most names are told apart by their lengths.
    switch (name.length) {
      case 10:
        if (isSame(name, 'connection')) staysOpen &&= !/(?:^|[\s,])close(?:[\s,]|$)/i.test(value);
        else if (isSame(name, 'keep-alive'))
          staysOpen &&= !(Number(/timeout=(\d+)/i.exec(value)?.[1]) < shortestKeepAlive);
        break;
      case 14:
        if (!isSame(name, 'content-length')) break;
        if (!/^\d{1,15}$/.test(value) || (length ?? value) !== value) throw invalidResponse('its length is unclear');
        length = value;
        break;
      case 17:
        if (isSame(name, 'transfer-encoding')) coding = coding === undefined ? value : `${coding},${value}`;
        break;
      default:
    }
  }
  if (coding !== undefined && length !== undefined) throw invalidResponse('it has both a length and chunks');
  if (isHead || status < 200 || status === 204 || status === 304) return { status, headers, framing: 0, staysOpen };
  if (coding === undefined && length !== undefined) return { status, headers, framing: Number(length), staysOpen };
  if (coding?.toLowerCase() === 'chunked' && minor === '1') return { status, headers, framing: 'chunks', staysOpen };
  if (coding !== undefined) throw invalidResponse('its transfer encoding is unknown');
  return { status, headers, framing: 'close', staysOpen: false };
}

/**
 * Reads lines of headers or trailers.
 *
 * @returns names and values in turn
 * @throws HttpError 502
 */
export function readHeaders(text: string, start: number, end: number): string[] {
  const headers: string[] = [];
  for (let at = start; at < end; at = headerLine.lastIndex) {
    headerLine.lastIndex = at;
    const [, name, value] = headerLine.exec(text) ?? [];
    if (name === undefined || value === undefined) throw invalidResponse('a header line is malformed');
    const last = value.charCodeAt(value.length - 1);
    headers.push(name, last === 0x20 || last === 0x09 ? value.trimEnd() : value);
  }
  return headers;
}

function isSame(name: string, lowerCase: string): boolean {
  return name === lowerCase || name.toLowerCase() === lowerCase;
}
