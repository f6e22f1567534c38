/** Asks an engine which versions of the API it supports. */
import { readJson } from './body.js';
import type { EngineConnections } from './engine-connections.js';
import { HttpError } from './send.js';
import type { VersionRange } from './versions.js';

/** @throws HttpError 502 if the engine does not respond, or does not say it */
export async function requestVersions(engine: EngineConnections): Promise<VersionRange> {
  const signal = AbortSignal.timeout(10_000);
  const { status, body } = await engine.request({ method: 'GET', url: '/version', headers: {}, signal });
  const content: unknown = await readJson(body, 502);
  const { ApiVersion: newest, MinAPIVersion: oldest = newest } = Object(content) as {
    readonly [name: string]: unknown;
  };
  if (status === 200 && isVersion(newest) && isVersion(oldest)) return { oldest, newest };
  throw new HttpError(502, `the engine does not say which versions it supports: ${status}`);
}

function isVersion(value: unknown): value is string {
  return typeof value === 'string' && /^\d+\.\d+$/.test(value);
}
