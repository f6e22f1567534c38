/** Sends the exact bytes of a test to an engine, which a client would correct. */
import { request } from 'node:http';
import { join } from 'node:path';
import { defaultHome, isReachable } from '../../../conformance/drivers/engine-tree.js';
import { tarArchive } from '../../../conformance/drivers/tar.js';

const required = process.env['LADING_ENGINES_REQUIRED'] === '1';

interface RawResponse {
  readonly status: number;
  readonly text: string;
}

export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** The prefix of the names of the imported image and of all volumes that a test creates. */
export const prefix = 'lading-bodies';
export const image = `${prefix}:1`;

export class RawEngine {
  readonly title: string;
  readonly isAvailable: boolean;

  constructor(
    readonly name: '20.10' | '26.1',
    readonly api: '1.41' | '1.44',
  ) {
    this.isAvailable = isReachable(this.socket) || required;
    this.title = `engine ${name} at ${api}${this.isAvailable ? '' : ` (SKIPPED: no engine responds on ${this.socket})`}`;
    if (!this.isAvailable) console.warn(`SKIPPED: no engine responds on ${this.socket}; start engine ${name} first`);
  }

  get socket(): string {
    return join(defaultHome, this.name, 'dk/docker.sock');
  }

  send(message: RawRequest): Promise<RawResponse> {
    return send(this.socket, message);
  }

  json(method: string, path: string, body?: string): Promise<RawResponse> {
    const headers = body === undefined ? {} : { 'Content-Type': 'application/json' };
    return this.send({ method, path: `/v${this.api}${path}`, headers, ...(body !== undefined && { body }) });
  }

  async importImage(): Promise<void> {
    const body = await tarArchive([{ name: 'empty', data: '' }]);
    await this.send({ method: 'POST', path: `/images/create?fromSrc=-&repo=${prefix}&tag=1`, body });
  }
}

export function send(socketPath: string, { method, path, headers = {}, body }: RawRequest): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const sent = request({ socketPath, method, path, headers: { ...length, ...headers }, agent: false }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(pieces).toString('utf8') }),
      );
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.setTimeout(20_000, () => sent.destroy(new Error(`no response to ${method} ${path}`)));
    sent.end(body);
  });
}
