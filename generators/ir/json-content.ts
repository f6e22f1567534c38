/** Recognizes JSON content. */
import type { Content } from './operation.js';

/** Whether the bytes are JSON: a single value, or several in a stream of JSON lines. */
export function isJsonContent({ mediaType, type, stream }: Content): boolean {
  if (stream !== undefined) return stream.kind === 'json-lines';
  return /[/+]json\b/.test(mediaType) && type.kind !== 'bytes';
}
