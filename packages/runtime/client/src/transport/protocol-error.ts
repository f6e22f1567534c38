/** Errors of the HTTP parser → what they mean to a caller. */
import { ProtocolError } from '../error/index.js';

const meanings: Readonly<Record<string, string>> = {
  UND_ERR_HEADERS_OVERFLOW: 'its headers are longer than 16 KB',
  UND_ERR_SOCKET: 'the connection ended before the answer did',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'its length is not the one it announced',
  UND_ERR_REQ_CONTENT_LENGTH_MISMATCH: 'the body is not as long as its content-length says',
};

/** Nothing where the error is none of HTTP. */
export function protocolError(error: unknown, method: string, path: string): ProtocolError | undefined {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  // The parser names its errors, and leaves some without a code.
  const known = typeof code === 'string' ? code : name === 'HTTPParserError' ? 'HPE_INVALID' : undefined;
  if (known === undefined) return undefined;
  const meaning = meanings[known] ?? (known.startsWith('HPE_') ? 'it is no valid HTTP' : undefined);
  if (meaning === undefined) return undefined;
  const [route] = path.split('?');
  return new ProtocolError(known, `The answer to ${method} ${route} cannot be read: ${meaning}.`, { cause: error });
}
