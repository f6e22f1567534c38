/** Limits for clients of the bridge. */
import { defaultHostLimits, type HostLimits } from '@lading/runtime-server/host';

export interface Limits {
  /** The maximum number of connections. Each has one request in progress, and one connection to the engine. Default 10,000. */
  readonly connections?: number;
  /** The maximum length of the headers of a request, in bytes. Default 1 MiB, as engines. */
  readonly headers?: number;
  /** The seconds until the whole head of a request has arrived. Default 60. */
  readonly head?: number;
  /** The seconds after which a connection without a byte is closed, a terminal that nobody uses too. Default: never. */
  readonly idle?: number;
  /** The seconds without a byte after which an upgraded connection is closed of which one half has ended. Default: never. */
  readonly halfClosed?: number;
}

/** How much longer than its headers the head of a request may be, in bytes, as in engines. */
const requestLine = 4096;

export function hostLimitsOf({
  connections = defaultHostLimits.connections,
  headers = defaultHostLimits.headers,
  head = defaultHostLimits.firstByte / 1000,
  idle = 0,
  halfClosed = 0,
}: Limits): HostLimits {
  return {
    ...defaultHostLimits,
    connections,
    headers,
    url: requestLine,
    firstByte: head * 1000,
    silence: idle * 1000,
    halfClosed: halfClosed * 1000,
  };
}
