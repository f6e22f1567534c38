/** An answer that tells no success → the error of its status. */
import { engineError, StreamError, type EngineError, type FailedCall } from '../error/index.js';
import type { ResponseHead } from './operation.js';
import type { Readable } from 'node:stream';

const MOST = 1_000_000;

/** @param text the body, or the beginning of it */
export function refusalOf({ status, headers }: ResponseHead, text: string, call: FailedCall): EngineError {
  return engineError(status, reasonOf(headers['content-type'] ?? '', text) ?? `status ${status}`, call);
}

/** Whether the answer says that it is one JSON value. */
export function isJson({ headers }: ResponseHead): boolean {
  return /^application\/json\b/i.test(headers['content-type'] ?? '');
}

/** JSON with the status of success where there should be other bytes: the engine failed before the first of them. */
export function failureInstead({ headers }: ResponseHead, text: string, call: FailedCall): StreamError {
  const reason = reasonOf(headers['content-type'] ?? '', text) ?? 'an empty answer where bytes belong';
  return new StreamError(reason, call);
}

/** The text of a refusal that came as a stream; a never-ending one is left. */
export async function textOf(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > MOST) break;
    }
  } catch {
    // What came before the connection broke has to do: the status is known.
  }
  return Buffer.concat(chunks).toString('utf8', 0, MOST);
}

function reasonOf(type: string, text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  try {
    const { message, error } = JSON.parse(trimmed) as { message?: unknown; error?: unknown };
    if (typeof message === 'string') return message;
    // As a stream of progress tells it.
    if (typeof error === 'string') return error;
  } catch {
    // Some refusals are plain text, and proxies answer pages.
  }
  if (/html/i.test(type) || trimmed.startsWith('<')) return 'the answer is a web page, not that of an engine';
  return trimmed.length > 1000 ? `${trimmed.slice(0, 1000)}…` : trimmed;
}
