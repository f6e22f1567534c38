/** Encodes bodies that are not JSON, and checks those that are. */
import type { Encoding } from '@lading/runtime-wire';
import type { RequestContent } from './client-request.js';

export type FormParts = Readonly<Record<string, FormPart>>;

/** The serialization of a part of a form. */
export interface FormPart {
  readonly mediaType?: string;
  readonly encoding?: Encoding;
}

/** How a body of one media type is encoded. */
export interface BodyParts {
  /** The encoder, if the body is not JSON; the check, if it is. */
  readonly content?: ContentEncoder;
  /** The parts of a form whose serialization is not the default, by name. */
  readonly parts?: FormParts;
}

/** The declaration of a body. */
export interface ContentContract {
  /** The operation ID. */
  readonly id: string;
  /** The media types; the first one is sent. */
  readonly body?: readonly string[];
  readonly parts?: FormParts;
}

/** Returns the encoded body, and its media type if it is not the first one of the contract; undefined to send it as JSON. */
export type ContentEncoder = (
  value: unknown,
  contract: ContentContract,
) => { readonly body: RequestContent; readonly mediaType?: string } | undefined;
