/** What a body is made of. */
import type { Content } from '../../ir/index.js';

/** JSON: one value or, said by its stream, several. */
export function isJson({ mediaType, type, stream }: Content): boolean {
  if (stream !== undefined) return stream.kind === 'json-lines';
  return /[/+]json\b/.test(mediaType) && type.kind !== 'bytes';
}
