/** Turns errors of the HTTP parser into errors of the client. */
import { ProtocolError } from '../error/index.js';

const meanings: Readonly<Record<string, string>> = {
  UND_ERR_HEADERS_OVERFLOW: 'its headers are longer than 16 KB',
  UND_ERR_SOCKET: 'the connection ended before the response did',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'its length is not the one it announced',
  UND_ERR_REQ_CONTENT_LENGTH_MISMATCH: 'the body is not as long as its content-length says',
};

/** Returns the error for the caller; undefined if the error is not one of HTTP. */
export function protocolError(error: unknown, method: string, path: string): ProtocolError | undefined {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  // The parser sets the name of its errors, but some have no code.
  const errorCode = typeof code === 'string' ? code : name === 'HTTPParserError' ? 'HPE_INVALID' : undefined;
  if (errorCode === undefined) return undefined;
  const meaning = meanings[errorCode] ?? (errorCode.startsWith('HPE_') ? 'it is not valid HTTP' : undefined);
  if (meaning === undefined) return undefined;
  const [route] = path.split('?');
  return new ProtocolError(errorCode, `The response to ${method} ${route} cannot be read: ${meaning}.`, {
    cause: error,
  });
}
