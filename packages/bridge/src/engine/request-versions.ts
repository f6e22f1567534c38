/** Asks an engine which versions of the API it supports. */
import type { VersionRange } from '../convert/versions.js';
import { HttpError } from '../message/http-error.js';
import { readJson } from '../message/read-json.js';
import type { EngineConnections } from './connections.js';

/** @throws HttpError 502 if the engine does not respond, or does not say it */
export async function requestVersions(engine: EngineConnections): Promise<VersionRange> {
  const signal = AbortSignal.timeout(10_000);
  const { status, body } = await engine.request({ method: 'GET', url: '/version', headers: {}, signal });
  const content: unknown = await readJson(body, 502, 1024 * 1024);
  const { ApiVersion: newest, MinAPIVersion: oldest = newest } = Object(content) as {
    readonly [name: string]: unknown;
  };
  if (status === 200 && isVersion(newest) && isVersion(oldest)) return { oldest, newest };
  throw new HttpError(502, `the engine does not say which versions it supports: ${status}`);
}

function isVersion(value: unknown): value is string {
  return typeof value === 'string' && /^\d+\.\d+$/.test(value);
}
