/** How the body of a request is sent. */
import { isJsonContent } from './json-content.js';
import type { Operation } from './operation.js';
import type { Type } from './type.js';

export interface RequestBody {
  /** One JSON value, or bytes of one of the media types. */
  readonly kind: 'json' | 'bytes';
  /** The media types that are accepted, the one to send first. */
  readonly mediaTypes: readonly string[];
  readonly required: boolean;
  /** The type of the JSON value. */
  readonly type?: Type;
}

/** Absent where the operation takes no body. */
export function requestBody({ body }: Operation): RequestBody | undefined {
  const [first] = body?.content ?? [];
  if (body === undefined || first === undefined) return undefined;
  const { required } = body;
  if (isJsonContent(first)) return { kind: 'json', mediaTypes: [first.mediaType], required, type: first.type };
  // Where the contract lets choose, an archive is sent as one.
  const isTar = (mediaType: string) => mediaType === 'application/x-tar';
  const mediaTypes = body.content.map(({ mediaType }) => mediaType).sort((a, b) => Number(isTar(b)) - Number(isTar(a)));
  return { kind: 'bytes', mediaTypes, required };
}
