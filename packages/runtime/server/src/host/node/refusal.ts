/** Refuses requests that Node's parser accepts, and that another server may understand in another way. */
import { IncomingMessage } from 'node:http';
import { lacksHeaders } from './upgrade.js';

export type Refusal = readonly [status: number, message: string];

/** What engines accept in the header `Host`: no spaces and no user names, but the path of a socket, which old clients send. */
const validHost = /^(?:[\w!$%&'()*+,\-.:;=[\]~]*|\/[\w%./-]*)$/;

/** Returns the response to a request that must not be served, after which the connection has to be closed. */
export function refusalOf(request: IncomingMessage): Refusal | undefined {
  const { httpVersionMajor: version } = request;
  // Of a line without a version, or without the space before it, the parser takes the rest for the path.
  if (version < 1) return [400, 'the request line has no HTTP version'];
  // Those of `node:http2` are of another class.
  if (version > 1 && request instanceof IncomingMessage) return [505, 'the HTTP version is not supported'];
  return refusalOfHeaders(request) ?? (lacksHeaders(request) ? [431, 'there are too many headers'] : undefined);
}

function refusalOfHeaders({ rawHeaders }: IncomingMessage): Refusal | undefined {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    const value = rawHeaders[index + 1] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') {
      hosts += 1;
      // Node takes the first one, and a proxy may have taken the other.
      if (hosts > 1) return [400, 'there are two headers Host'];
      if (!validHost.test(value)) return [400, 'the header Host is invalid'];
    } else if (name.length === 17 && name.toLowerCase() === 'transfer-encoding' && value.toLowerCase() !== 'chunked') {
      return [501, 'the transfer encoding is not supported'];
    }
  }
  return undefined;
}
