/** Small requests without a version, on connections of their own: what negotiation asks. */
import { request } from 'node:http';
import {
  connectionError,
  LadingClientError,
  openSocket,
  ProtocolError,
  type Answer,
  type ConnectOptions,
  type Fetch,
  type Target,
} from '@lading/runtime-client';
import type { Socket } from 'node:net';

const MOST = 1_000_000;

export function fetchFrom(target: Target, options: ConnectOptions): Fetch {
  return async (method, path) => {
    const { signal, connectTimeout = 10_000, userAgent = 'lading', headers } = options;
    const socket = await openSocket(target, { timeout: connectTimeout, ...(signal && { signal }) });
    try {
      return await new Promise<Answer>((resolve, reject) => {
        const asked = request({
          method,
          path: target.basePath + path,
          host: target.host ?? 'localhost',
          headers: { 'user-agent': userAgent, ...headers, connection: 'close' },
          // Not only sockets: the connection over ssh is that of a child process.
          createConnection: () => socket as Socket,
          timeout: connectTimeout,
          ...(signal && { signal }),
        });
        asked.on('timeout', () => asked.destroy(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' })));
        asked.on('error', reject);
        asked.on('response', (answer) => {
          let body = '';
          answer.setEncoding('utf8');
          answer.on('error', reject);
          answer.on('data', (text: string) => {
            body += text;
            if (body.length > MOST) answer.destroy(new ProtocolError('ANSWER_TOO_LONG', `${path} answers too much.`));
          });
          answer.on('end', () => {
            const pairs = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const);
            resolve({ status: answer.statusCode ?? 0, headers: Object.fromEntries(pairs), body });
          });
        });
        asked.end();
      });
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof LadingClientError) throw error;
      if (codeOf(error).startsWith('HPE_')) {
        throw new ProtocolError('ANSWER_INVALID', `What answers at ${target.address} speaks no HTTP.`, {
          cause: error,
        });
      }
      throw connectionError(error, target);
    } finally {
      socket.destroy();
    }
  };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
