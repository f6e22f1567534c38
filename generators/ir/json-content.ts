/** Recognizes JSON content. */
import type { Content } from './operation.js';

/** Whether the bytes are JSON: a single value, or several in a stream of JSON lines. */
export function isJsonContent({ mediaType, type, stream }: Content): boolean {
  if (stream !== undefined) return stream.kind === 'json-lines';
  return /[/+]json\b/.test(mediaType) && type.kind !== 'bytes';
}

/** Returns the content that clients send and accept first: JSON if there is any. */
export function preferredContent(content: readonly Content[] = []): Content | undefined {
  return content.find(isJsonContent) ?? content[0];
}
