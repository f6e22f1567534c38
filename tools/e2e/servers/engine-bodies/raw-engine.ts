/** Sends the exact bytes of a test to an engine, which a client would correct. */
import { join } from 'node:path';
import { caller } from '../../../conformance/drivers/caller.js';
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
  readonly socket: string;

  constructor(
    readonly name: '20.10' | '26.1',
    readonly api: '1.41' | '1.44',
  ) {
    this.socket = join(defaultHome, name, 'dk/docker.sock');
    this.isAvailable = isReachable(this.socket) || required;
    this.title = `engine ${name} at ${api}${this.isAvailable ? '' : ` (SKIPPED: no engine responds on ${this.socket})`}`;
    if (!this.isAvailable) console.warn(`SKIPPED: no engine responds on ${this.socket}; start engine ${name} first`);
  }

  json(method: string, path: string, body?: string): Promise<RawResponse> {
    const headers = body === undefined ? {} : { 'Content-Type': 'application/json' };
    return send(this.socket, { method, path: `/v${this.api}${path}`, headers, ...(body !== undefined && { body }) });
  }

  async importImage(): Promise<void> {
    const body = await tarArchive([{ name: 'empty', data: '' }]);
    await send(this.socket, { method: 'POST', path: `/images/create?fromSrc=-&repo=${prefix}&tag=1`, body });
  }
}

/** @throws Error without a response */
export async function send(socket: string, { method, path, headers = {}, body }: RawRequest): Promise<RawResponse> {
  const call = caller(socket, '', { idle: 20_000 });
  const { status, bytes } = await call(method, path, { headers, ...(body !== undefined && { raw: body }) });
  if (status === 0) throw new Error(`no response to ${method} ${path}`);
  return { status, text: bytes.toString('utf8') };
}
