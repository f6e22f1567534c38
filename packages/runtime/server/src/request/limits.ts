/** The limits of a server, and their defaults. */

/** What a request may be at most. Sizes in bytes, times in milliseconds; 0 is no limit. */
export interface Limits {
  /** Of a body that is read whole: 16 MiB. Archives flow and have no limit. */
  readonly body: number;
  /** Of arrays and objects within each other in a JSON body: 100. */
  readonly depth: number;
  /** Of all values in a JSON body together: 50,000. */
  readonly values: number;
  /** Of all headers together: 64 KiB. */
  readonly headers: number;
  /** Of path and query: 32 KiB. */
  readonly url: number;
  /** Until the whole head of a request is there: 60 s. */
  readonly firstByte: number;
  /** Until a body that is read whole is there: 5 minutes. */
  readonly wholeBody: number;
  /** Between two requests on a connection: 5 minutes. */
  readonly idle: number;
  /** Connections at a time: 10,000. Each has one request that is being served. */
  readonly connections: number;
  /** Requests of one connection that wait for the responses before theirs: 1024. */
  readonly pipelined: number;
  /** The same of all connections together: 4096. */
  readonly pipelinedInAll: number;
  /** Bytes of all bodies that are being read whole at the same time: 256 MiB. */
  readonly bodiesInAll: number;
}

const second = 1000;
const minute = 60 * second;

export const defaultLimits: Limits = {
  body: 16 * 1024 * 1024,
  depth: 100,
  values: 50_000,
  headers: 64 * 1024,
  url: 32 * 1024,
  firstByte: minute,
  wholeBody: 5 * minute,
  idle: 5 * minute,
  connections: 10_000,
  pipelined: 1024,
  pipelinedInAll: 4096,
  bodiesInAll: 256 * 1024 * 1024,
};
