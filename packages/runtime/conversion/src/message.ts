/** The messages between a client and an implementation, as decoded values. */
import type { Draft } from './draft.js';

/** Values by their names in the protocol. */
export type Values = Readonly<Record<string, unknown>>;

export interface RequestMessage<Body = unknown> {
  /** The operation ID, such as `ContainerCreate`. */
  readonly operation: string;
  readonly path: Values;
  /** The decoded query parameters: numbers, booleans, arrays, filters as `{ label: ['a', 'b'] }`. */
  readonly query: Values;
  readonly headers: Values;
  /** The decoded cookies, for servers whose operations declare some. */
  readonly cookies?: Values;
  /** A JSON value, or bytes in any form; absent if nothing was sent. */
  readonly body?: Body;
  /** The version of the client, which some refusals name; without it, they name the version that a conversion is for. */
  readonly client?: string;
  /** What was lost on the way from the client. */
  readonly losses?: readonly RequestLoss[];
}

/** Something in a request that the other version cannot express, and that the implementation therefore does not get. */
export interface RequestLoss {
  /** The difference between the versions; for a rule that follows from their schemas its place, such as `HostConfig.Annotations`. */
  readonly id: string;
  /** The sentence for `Warnings`. */
  readonly message: string;
  /** Whether only the header `Lading-Loss` reports it, since not every API has `Warnings`. */
  readonly isHeaderOnly?: true;
}

export interface ResponseMessage<Body = unknown> {
  readonly status: number;
  /** A header with several values is an array of them. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** A JSON value, the items of a stream of JSON values, or bytes in any form; absent if there is no body. */
  readonly body?: Body;
  /** Set if the body is not a single JSON value. Items of `json-lines` are converted one by one, `other` is passed on. */
  readonly stream?: 'json-lines' | 'other';
  /** For a hijacked connection: the streams that the client requested, if the implementation sends all of them. */
  readonly streams?: Streams;
}

/** The streams to pass on; the others are read and discarded. */
export interface Streams {
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
}

/** Receives each loss of a request. */
export type AddLoss = (loss: RequestLoss) => void;

/** Applies a rule to a part of a message. */
export type Apply = (root: unknown, draft: Draft, addLoss: AddLoss) => unknown;
