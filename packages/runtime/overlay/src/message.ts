/** What travels between a client and an implementation, as values: no bytes, no encodings. */

/** Values by their names on the wire. */
export type Values = Readonly<Record<string, unknown>>;

export interface RequestMessage<Body = unknown> {
  /** `ContainerCreate` */
  readonly operation: string;
  readonly path: Values;
  /** Decoded: numbers, booleans, lists, filters as `{ label: ['a', 'b'] }`. */
  readonly query: Values;
  readonly headers: Values;
  /** A JSON value, or bytes in any form; absent where nothing was sent. */
  readonly body?: Body;
}

export interface ResponseMessage<Body = unknown> {
  readonly status: number;
  /** A header with several values is an array of them. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** A JSON value; the items of a stream of JSON values; or bytes in any form. Absent where there is none. */
  readonly body?: Body;
  /** Said where the body is no single JSON value. The items of `json-lines` are converted one by one, `other` is passed on. */
  readonly stream?: 'json-lines' | 'other';
  /** Of a connection that changes hands: the streams that the client asked for, where the implementation gives it all. */
  readonly streams?: Streams;
}

/** What does not pass is read and thrown away. */
export interface Streams {
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
}
