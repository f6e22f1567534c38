/** Request bodies, as clients send them. */
import { isJsonContent, preferredContent } from './content-form.js';
import type { Operation } from './operation.js';
import type { Type } from './type.js';

/** The body of a request. */
export interface RequestBody {
  /** Whether the body is a JSON value, or bytes of one of the media types. */
  readonly kind: 'json' | 'bytes';
  /** The accepted media types; the first one is sent. */
  readonly mediaTypes: readonly string[];
  readonly required: boolean;
  /** The type of the JSON value. */
  readonly type?: Type;
}

/** Returns the request body of an operation, or undefined if it has none. */
export function requestBody({ body }: Operation): RequestBody | undefined {
  const first = preferredContent(body?.content);
  if (body === undefined || first === undefined) return undefined;
  const { required } = body;
  // The lines of a stream are no JSON value.
  const isJsonValue = isJsonContent(first) && first.stream === undefined;
  if (isJsonValue) return { kind: 'json', mediaTypes: [first.mediaType], required, type: first.type };
  // An archive is sent as tar if the contract allows it.
  const usual = body.content.find(({ mediaType }) => mediaType === 'application/x-tar') ?? first;
  const all = [usual, ...body.content.filter((content) => content !== usual)];
  return { kind: 'bytes', mediaTypes: all.map(({ mediaType }) => mediaType), required };
}
