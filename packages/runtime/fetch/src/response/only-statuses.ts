/** Rejects responses of successful statuses that the API declares as `default`, which is an error. */
import { errorOfResponse } from '../call/error-response.js';
import type { Decoder } from './decoder.js';

/** @param statuses those of results: `default` declares all others */
export function onlyStatuses<Result>(statuses: readonly number[], decoder: Decoder<Result>): Decoder<Result> {
  return {
    ...decoder,
    decode: async (response, call) => {
      if (!statuses.includes(response.status)) throw await errorOfResponse(response, call);
      return decoder.decode(response, call);
    },
  };
}
