/** Turns error responses into errors. */
import { engineError, StreamError, type EngineError, type FailedCall } from '../error/index.js';
import { reasonIn } from '../stream/json-stream.js';
import type { ResponseHead } from './operation.js';

/**
 * Returns the error for a response.
 *
 * @param text the body, or its beginning
 */
export function errorOfResponse({ status, headers }: ResponseHead, text: string, call: FailedCall): EngineError {
  return engineError(status, reasonOf(headers['content-type'] ?? '', text) ?? `status ${status}`, call);
}

/** Whether a response has the media type of JSON. */
export function isJson({ headers }: ResponseHead): boolean {
  return /^application\/json\b/i.test(headers['content-type'] ?? '');
}

/** Returns the error for JSON with a success status instead of other bytes: the engine failed before the first byte. */
export function errorInsteadOfBytes({ headers }: ResponseHead, text: string, call: FailedCall): StreamError {
  const reason = reasonOf(headers['content-type'] ?? '', text) ?? 'an empty response instead of bytes';
  return new StreamError(reason, call);
}

function reasonOf(type: string, text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const reason = reasonIn(trimmed);
  if (reason !== undefined) return reason;
  // Some error responses are plain text, and those of proxies are web pages.
  if (/html/i.test(type) || trimmed.startsWith('<')) return 'the response is a web page, not that of an engine';
  return trimmed.length > 1000 ? `${trimmed.slice(0, 1000)}…` : trimmed;
}
