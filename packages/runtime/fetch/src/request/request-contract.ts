/** How the request of an operation is sent: the part of a contract that a client reads. */

export type ParameterStyle =
  'form' | 'simple' | 'label' | 'matrix' | 'spaceDelimited' | 'tabDelimited' | 'pipeDelimited' | 'deepObject';

/** The serialization of a parameter in a style of OpenAPI. */
export interface StyleEncoding {
  readonly style: ParameterStyle;
  /** Whether each item or property is separate: `color=red&color=blue`. */
  readonly explode?: true;
  /** Whether reserved characters remain as they are, where they are unambiguous. */
  readonly allowReserved?: true;
}

/** The serialization of a parameter: one of the frequent ones by name, a style, or a media type. */
export type Encoding =
  'plain' | 'repeated' | 'joined' | 'json' | 'base64url-json' | StyleEncoding | { readonly mediaType: string };

/** The serialization of a part of a form, if it is not the default. */
export interface FormPart {
  readonly mediaType?: string;
  readonly encoding?: Encoding;
}

/** How the request of an operation is sent: the part of a contract that a client reads. */
export interface RequestContract {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** Whether the values of path parameters may contain slashes. */
  readonly slashes?: true;
  /** The encodings of path parameters that are not `plain`. */
  readonly pathEncodings?: Readonly<Record<string, Encoding>>;
  readonly query?: Readonly<Record<string, Encoding>>;
  /** The encoding of the whole query. */
  readonly querystring?: Encoding;
  readonly headers?: Readonly<Record<string, Encoding>>;
  readonly cookies?: Readonly<Record<string, Encoding>>;
  /** The accepted media types; the first one is sent. */
  readonly body?: readonly string[];
  /** The parts of a form whose serialization is not the default. */
  readonly parts?: Readonly<Record<string, FormPart>>;
}
