/** Encodes the headers that a caller adds to a request. */
import { encodeHeader } from '@lading/runtime-wire';

/** Headers of a request. An array is sent as separate lines; `undefined` is not sent. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Encoded headers, with names in lower case. */
export type HeaderLines = Record<string, string | readonly string[]>;

/** Headers of a single connection, or that the client sets; copied from another request, they would break this one. */
const hopByHop = new Set([
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
 * Adds headers to those of a request, replacing those of the same name. Headers of a connection (`Connection` and those it
 * names, `Keep-Alive`, `Transfer-Encoding`, `TE`, `Trailer`, `Upgrade`, `Expect`, `Proxy-*`, `Sec-WebSocket-*`,
 * `Content-Length`, `Host`) are left out, so that the headers of a received request can be passed on unchanged.
 *
 * @throws WireError `HEADER_INJECTION` for a name or value that HTTP does not allow, even if the header is left out
 */
export function addHeaders(lines: HeaderLines, headers: RequestHeaders): void {
  const encoded = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name.toLowerCase(), encodedLines(name, value)] as const],
  );
  const named = new Set(encoded.flatMap(([name, value]) => (name === 'connection' ? tokensOf(value) : [])));
  for (const [name, value] of encoded) {
    if (hopByHop.has(name) || named.has(name) || /^(?:proxy|sec-websocket)-/.test(name)) continue;
    if (typeof value === 'string' || value.length > 0) lines[name] = value;
  }
}

function encodedLines(name: string, value: string | readonly string[]): string | readonly string[] {
  if (typeof value === 'string') return encodeHeader(name, 'plain', value);
  const values = value.map((one) => encodeHeader(name, 'plain', one));
  // The name is validated even without values.
  if (values.length === 0) encodeHeader(name, 'plain', '');
  return values;
}

function tokensOf(value: string | readonly string[]): readonly string[] {
  const text = typeof value === 'string' ? value : value.join(',');
  return text.split(',').map((token) => token.trim().toLowerCase());
}
