/** Encodes bodies that are not JSON. */
import type { Encoding } from '@lading/runtime-wire';
import type { RequestContent } from './client-request.js';

export type FormParts = Readonly<Record<string, FormPart>>;

/** The serialization of a part of a form. */
export interface FormPart {
  readonly mediaType?: string;
  readonly encoding?: Encoding;
}

/** The declaration of a body. */
export interface ContentContract {
  /** The operation ID. */
  readonly id: string;
  /** The media types; the first one is sent. */
  readonly body?: readonly string[];
  readonly parts?: FormParts;
}

/** Returns the encoded body, and its media type if it is not the first one of the contract. */
export type ContentEncoder = (
  value: unknown,
  contract: ContentContract,
) => { readonly body: RequestContent; readonly mediaType?: string };
