/** Whether content is JSON. */
import type { Content } from './operation.js';

/** Whether the bytes are JSON: one value or, where the content is a stream of JSON lines, several. */
export function isJsonContent({ mediaType, type, stream }: Content): boolean {
  if (stream !== undefined) return stream.kind === 'json-lines';
  return /[/+]json\b/.test(mediaType) && type.kind !== 'bytes';
}
