/** The limits of a host: what its clients may use of it. */

/** Sizes are in bytes, times in milliseconds; 0 is no limit. */
export interface HostLimits {
  /** The size of all headers together. Engines have the same limit. @default 1 MiB */
  readonly headers: number;
  /** The length of path and query. @default 32 KiB */
  readonly url: number;
  /** The time until the whole head of a request has arrived. @default 60 s */
  readonly firstByte: number;
  /** The time between two requests on a connection. @default 5 minutes */
  readonly idle: number;
  /** The number of open connections. Each has at most one request in progress. @default 10,000 */
  readonly connections: number;
  /** The number of requests of one connection that wait for the responses before theirs. @default 4096 */
  readonly pipelined: number;
  /** The number of waiting requests of all connections together. @default 4096 */
  readonly pipelinedInAll: number;
  /** The time without a byte after which any connection is closed, a terminal that nobody uses too. @default no limit */
  readonly silence?: number;
  /** The time without a byte after which an upgraded connection is closed of which one half has ended. @default no limit */
  readonly halfClosed?: number;
}

const second = 1000;
const minute = 60 * second;

export const defaultHostLimits: HostLimits = {
  headers: 1024 * 1024,
  url: 32 * 1024,
  firstByte: minute,
  idle: 5 * minute,
  connections: 10_000,
  pipelined: 4096,
  pipelinedInAll: 4096,
};
