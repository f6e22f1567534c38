/** Readers of requests that were converted from another API version. */
import type { RequestLoss, RequestMessage } from '@lading/runtime-conversion';
import type { Problems } from '../schema/index.js';

/** The parts of a request that handlers receive. */
export const requestParts = ['path', 'query', 'headers', 'cookies', 'body'] as const;
export type RequestPart = (typeof requestParts)[number];

export interface ConvertedRequest {
  /** The values, without those that the operation does not declare. */
  readonly input: Readonly<Partial<Record<RequestPart, unknown>>>;
  readonly problems: Problems;
  /** The parameters that the operation does not declare. */
  readonly losses: readonly RequestLoss[];
}

/**
 * Reads a request as the contract of the handlers declares it.
 *
 * @param isKept whether a part is valid, because it is that of the client and both versions declare it alike
 * @param mediaType the media type of the client's body
 * @throws HttpError 415 for a body of another media type that the conversion left as it is
 */
export type ConvertedReader = (
  request: RequestMessage,
  isKept: (part: RequestPart) => boolean,
  mediaType: string | undefined,
) => ConvertedRequest;
