/** Sends the exact bytes of a test to an engine, which a client would correct. */
import { caller, type CallOptions } from '../../../conformance/drivers/caller.js';
import { neededEngine, type NeededEngine } from '../../../conformance/drivers/engine-tree.js';
import { tarArchive } from '../../../conformance/drivers/tar.js';

interface RawResponse {
  readonly status: number;
  readonly text: string;
}

export interface RawRequest extends Pick<CallOptions, 'headers' | 'body'> {
  readonly method: string;
  readonly path: string;
}

/** The prefix of the names of the imported image and of all volumes that a test creates. */
export const prefix = 'lading-bodies';
export const image = `${prefix}:1`;

export interface RawEngine extends NeededEngine {
  readonly api: '1.41' | '1.44';
  json(method: string, path: string, body?: string): Promise<RawResponse>;
  importImage(): Promise<void>;
}

export function rawEngine(name: string, api: RawEngine['api']): RawEngine {
  const engine = neededEngine(name);
  const headers = { 'Content-Type': 'application/json' };
  return {
    ...engine,
    api,
    json: (method, path, body) =>
      send(engine.socket, { method, path: `/v${api}${path}`, ...(body !== undefined && { headers, body }) }),
    async importImage() {
      const body = await tarArchive([{ name: 'empty', data: '' }]);
      await send(engine.socket, { method: 'POST', path: `/images/create?fromSrc=-&repo=${prefix}&tag=1`, body });
    },
  };
}

/** @throws Error without a response */
export async function send(socket: string, { method, path, ...options }: RawRequest): Promise<RawResponse> {
  const { status, bytes } = await caller(socket, '', { idle: 20_000 })(method, path, options);
  if (status === 0) throw new Error(`no response to ${method} ${path}`);
  return { status, text: bytes.toString('utf8') };
}
