/** Attempts to reach a published port, by a connection or a request. */
import { get } from 'node:http';
import { connect } from 'node:net';
import type { PublishedPort } from '../container/published-port.js';
import { LadingClientError } from '@lading/runtime-client';

/** The milliseconds that one attempt may take. */
const attemptTime = 2000;

/**
 * The milliseconds after which an open connection counts: the proxy of an engine accepts it also if no process listens, and
 * closes it then.
 */
const settleTime = 150;

/** Whether a process accepts a connection. */
export function acceptsConnection({ host, port }: PublishedPort, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: attemptTime, signal });
    const end = (isReached: boolean): void => {
      socket.destroy();
      resolve(isReached);
    };
    socket.once('connect', () => setTimeout(() => end(!socket.destroyed && !socket.readableEnded), settleTime));
    socket.once('data', () => end(true));
    for (const event of ['error', 'end', 'close', 'timeout']) socket.once(event, () => end(false));
  });
}

/** Whether a request is answered with one of the statuses. */
export function answersRequest(
  { host, port }: PublishedPort,
  path: string,
  isWanted: (status: number) => boolean,
  signal: AbortSignal,
): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ host, port, path, agent: false, timeout: attemptTime, signal }, (response) => {
      resolve(isWanted(response.statusCode ?? 0));
      response.destroy();
    });
    request.once('timeout', () => request.destroy());
    for (const event of ['error', 'close']) request.once(event, () => resolve(false));
  });
}

/**
 * The condition was not met. Codes: `WAIT_TIMEOUT`; if it can never be met, `WAIT_EXITED`, `WAIT_UNHEALTHY`,
 * `WAIT_NO_HEALTHCHECK`, `WAIT_NOT_PUBLISHED`.
 */
export class WaitError extends LadingClientError {}
