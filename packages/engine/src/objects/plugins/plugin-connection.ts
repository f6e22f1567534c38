/** The protocol of plugins: HTTP over the socket of the plugin, with JSON in both directions. */
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { ServerError } from '@lading/server-v1.44';
import type { Clock } from '../../ports/clock.js';

const accept = 'application/vnd.docker.plugins.v1.2+json';
/** The largest response that is read, in bytes: plugins are not trusted. */
const maxResponse = 16 * 1024 * 1024;

export class PluginConnection {
  readonly #dial: () => Duplex;
  readonly #clock: Clock;
  /** In milliseconds; 0 for ever. */
  readonly #timeout: number;

  /** @param dial opens a connection to the socket of the plugin */
  constructor(dial: () => Duplex, clock: Clock, timeout: number) {
    this.#dial = dial;
    this.#clock = clock;
    this.#timeout = timeout;
  }

  /** Connects to a plugin that listens on a socket of this machine. */
  static toSocket(path: string, clock: Clock, timeout = 30_000): PluginConnection {
    return new PluginConnection(() => connect(path), clock, timeout);
  }

  /**
   * Calls a method such as `VolumeDriver.Create`.
   *
   * @throws ServerError if the plugin does not respond, or responds with an error
   */
  call(method: string, body: object = {}): Promise<Readonly<Record<string, unknown>>> {
    return new Promise((resolve, reject) => {
      const fail = (reason: string): void => {
        cancel();
        reject(new ServerError(reason));
      };
      const sent = this.#send(method, body);
      const cancel = this.#clock.schedule(this.#timeout || Infinity, () => {
        fail(`Post "http://plugin/${method}": context deadline exceeded`);
        sent.destroy();
      });
      sent.on('error', (error) => fail(`Post "http://plugin/${method}": ${error.message}`));
      sent.on('response', (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > maxResponse) sent.destroy(new Error('the response is too large'));
          else chunks.push(chunk);
        });
        response.on('error', (error) => fail(`${method}: ${error.message}`));
        response.on('end', () => {
          const { error, result } = readResponse(Buffer.concat(chunks).toString(), response.statusCode ?? 500);
          if (error !== '') return fail(`${method}: ${error}`);
          cancel();
          resolve(result);
        });
      });
    });
  }

  /**
   * Calls a method whose response is a stream.
   *
   * @param signal aborted when the stream is no longer needed
   * @throws ServerError if the plugin does not respond, or responds with an error
   */
  stream(method: string, body: object, signal: AbortSignal): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const sent = this.#send(method, body);
      signal.addEventListener('abort', () => sent.destroy());
      sent.on('error', (error) => reject(new ServerError(`Post "http://plugin/${method}": ${error.message}`)));
      sent.on('response', (response) => {
        const { statusCode = 500 } = response;
        if (statusCode < 300) return resolve(response);
        response.resume();
        reject(new ServerError(`${method}: status ${statusCode}`));
      });
    });
  }

  #send(method: string, body: object): ClientRequest {
    const content = JSON.stringify(body);
    const sent = request({
      method: 'POST',
      path: `/${method}`,
      createConnection: () => this.#dial(),
      headers: { host: 'plugin', accept, 'content-type': accept, 'content-length': Buffer.byteLength(content) },
    });
    sent.end(content);
    return sent;
  }
}

function readResponse(text: string, status: number): { error: string; result: Readonly<Record<string, unknown>> } {
  let value: unknown;
  try {
    value = text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    return { error: status < 300 ? 'the response is not JSON' : text.trim(), result: {} };
  }
  const result = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  const { Err } = result;
  if (typeof Err === 'string' && Err !== '') return { error: Err, result };
  return { error: status < 300 ? '' : `status ${status}`, result };
}
