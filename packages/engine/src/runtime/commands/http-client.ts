/** Requests to the web servers of containers. */
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { connectFrom } from '../connections.js';
import type { ProcessContext } from '../process-context.js';

export interface WebRequest {
  readonly method: string;
  /** The path and the query, by default those of the URL. */
  readonly target?: string;
  /** Header fields, as they are sent. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly body?: Buffer | undefined;
  /** When it is given up, in milliseconds since 1970. */
  readonly deadline?: number;
  /** Called before a connection is opened. */
  readonly onConnect?: (host: string, address: string) => Promise<void>;
}

export interface WebResponse {
  readonly status: number;
  /** The status line and the header fields, without the empty line at the end. */
  readonly head: string;
  readonly body: Buffer;
}

/** A request without a response. */
export class WebError extends Error {
  readonly reason: 'name' | 'connection' | 'timeout' | 'response';

  constructor(reason: WebError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The header field of a response. */
export function fieldOf({ head }: WebResponse, name: string): string | undefined {
  return new RegExp(`^${name}: *(.*?)\\s*$`, 'im').exec(head)?.[1];
}

/** Returns the value of `Authorization` for the user of a URL, which is read as it is if its escapes are invalid. */
export function basicOf({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  const text = `${username}:${password}`;
  const user = /%(?![\da-f]{2})/i.test(text) ? text : Buffer.from(unescape(text), 'latin1').toString();
  return `Basic ${Buffer.from(user).toString('base64')}`;
}

/** Returns where a response redirects to. */
export function redirectOf(response: WebResponse, url: URL): URL | undefined {
  const location = /^30[12378]$/.test(String(response.status)) ? fieldOf(response, 'location') : undefined;
  return location !== undefined && URL.canParse(location, url.href) ? new URL(location, url) : undefined;
}

/** Requests a page over a connection of its own. @throws WebError */
export async function fetchPage(process: ProcessContext, url: URL, options: WebRequest): Promise<WebResponse> {
  const { method, target = `${url.pathname}${url.search}`, fields, body, deadline, onConnect } = options;
  const [host, port] = [url.hostname.replace(/^\[(.*)\]$/, '$1'), Number(url.port || 80)];
  const [address] = process.settings.network?.resolve(host) ?? [];
  if (address === undefined) throw new WebError('name', `bad address '${host}'`);
  await onConnect?.(host, `${address}:${port}`);
  let connection;
  try {
    connection = connectFrom(process, (network) => network.connect(host, port));
  } catch (error) {
    throw new WebError('connection', error instanceof Error ? error.message : String(error));
  }
  // Without a length, Node sends chunks.
  const length = body?.length ?? (/^(GET|HEAD|DELETE|OPTIONS)$/.test(method) ? undefined : 0);
  const own = [
    ...fields,
    ['Connection', 'close'],
    ...(length === undefined ? [] : [['Content-Length', String(length)]]),
  ];
  const sent = request({
    method,
    path: target,
    // In this form, names and their order stay as they are.
    headers: own.flat() as unknown as Record<string, string>,
    createConnection: () => connection,
  });
  const received = new Promise<WebResponse>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (response) => {
      const { httpVersion, statusCode = 502, statusMessage = '', rawHeaders } = response;
      const lines = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : []));
      const head = [`HTTP/${httpVersion} ${statusCode} ${statusMessage}`, ...lines].join('\r\n');
      buffer(response).then((content) => resolve({ status: statusCode, head, body: content }), reject);
    });
  });
  sent.end(body);
  let timeout: WebError | undefined;
  const cancel = process.clock.schedule((deadline ?? Infinity) - process.clock.now(), () => {
    timeout = new WebError('timeout', 'download timed out');
    connection.destroy(timeout);
  });
  try {
    return await received;
  } catch (error) {
    throw timeout ?? new WebError('response', error instanceof Error ? error.message : String(error));
  } finally {
    cancel();
    connection.destroy();
  }
}
