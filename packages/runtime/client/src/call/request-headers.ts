/** Headers that a caller adds to a request → the lines that are sent. */
import { encodeHeader } from '@lading/runtime-wire';

/** An array is sent as lines of their own; `undefined` is not sent. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** As they are sent, names in lower case. */
export type HeaderLines = Record<string, string | readonly string[]>;

/** What belongs to one connection or is decided by the client: taken over from another request, it would break this one. */
const ofConnection = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Adds headers to those of a request, over what is there by the same name. Those of a connection (`Connection` and what it
 * names, `Keep-Alive`, `Transfer-Encoding`, `TE`, `Trailer`, `Upgrade`, `Expect`, `Proxy-*`, `Sec-WebSocket-*`,
 * `Content-Length`, `Host`) are left out, so that the headers of a received request can be passed on as they are.
 *
 * @throws WireError `HEADER_INJECTION` for what HTTP does not allow in a name or a value, also where it is left out
 */
export function addHeaders(lines: HeaderLines, headers: RequestHeaders): void {
  const encoded = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name.toLowerCase(), encodedLines(name, value)] as const],
  );
  const named = new Set(encoded.flatMap(([name, value]) => (name === 'connection' ? tokensOf(value) : [])));
  for (const [name, value] of encoded) {
    if (ofConnection.has(name) || named.has(name) || /^(?:proxy|sec-websocket)-/.test(name)) continue;
    if (typeof value === 'string' || value.length > 0) lines[name] = value;
  }
}

function encodedLines(name: string, value: string | readonly string[]): string | readonly string[] {
  if (typeof value === 'string') return encodeHeader(name, 'plain', value);
  const values = value.map((one) => encodeHeader(name, 'plain', one));
  // Also where there is none: the name is checked all the same.
  if (values.length === 0) encodeHeader(name, 'plain', '');
  return values;
}

function tokensOf(value: string | readonly string[]): readonly string[] {
  const text = typeof value === 'string' ? value : value.join(',');
  return text.split(',').map((token) => token.trim().toLowerCase());
}
