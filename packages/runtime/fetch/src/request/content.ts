/** Encodes bodies that are not JSON. */
import type { RequestContract } from './request-contract.js';
import type { RequestContent } from './client-request.js';

/** Returns the encoded body, and its media type if it is not the first one of the contract. */
export type ContentEncoder = (
  value: unknown,
  contract: RequestContract,
) => { readonly body: RequestContent; readonly mediaType?: string };
