/** Decodes a response whose type depends on its status, or which only some statuses have. */
import { ProtocolError } from '../error/index.js';
import type { Decoder } from './decoder.js';
import { discard } from './discard.js';
import { errorOfResponse } from '../call/error-response.js';

/** A result with the status that it belongs to. */
export interface StatusResult<Status extends number, Body> {
  readonly status: Status;
  readonly body: Body;
}

/** @param decoders by status (`200`), range (`2XX`), or `default` */
export function byStatus<Result extends StatusResult<number, unknown>>(
  decoders: Readonly<Record<string, Decoder<unknown>>>,
): Decoder<Result> {
  const types = new Set(Object.values(decoders).flatMap(({ accept }) => accept ?? []));
  return {
    ...(types.size > 0 && { accept: [...types].join(', ') }),
    decode: async (response, call) => {
      const { status } = response;
      const decoder = decoders[status] ?? decoders[`${Math.floor(status / 100)}XX`] ?? decoders['default'];
      if (decoder !== undefined) return { status, body: await decoder.decode(response, call) } as Result;
      discard(response.body);
      throw new ProtocolError('RESPONSE_INVALID', `The API does not declare status ${status} for ${call.operation}.`);
    },
  };
}

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
