/** An ID for each request, in its state and in a header of its response. */
import { randomUUID } from 'node:crypto';
import type { CallState, Hooks, RequestHead } from '../index.js';

export interface RequestIdOptions {
  /** The header of the response, and of the request if `trust` is set. @default 'X-Request-Id' */
  readonly header?: string;
  /**
   * Whether the ID that a client or a proxy sends is used. It is used only if it has at most 128 letters, digits and
   * characters of `-_.:+/=`. @default false
   */
  readonly trust?: boolean;
  /** @default a random UUID */
  readonly create?: () => string;
}

/** Sets `state.requestId` before all hooks that follow. Put it first. */
export function requestIds({
  header = 'X-Request-Id',
  trust = false,
  create = randomUUID,
}: RequestIdOptions = {}): Hooks {
  const key = header.toLowerCase();
  const idOf = (state: CallState, request: RequestHead | undefined): string => {
    const sent = trust ? request?.headers[key] : undefined;
    return (state['requestId'] ??= sent !== undefined && isId(sent) ? sent : create()) as string;
  };
  return {
    beforeBody: ({ state, request }) => void idOf(state, request),
    after: ({ state, request }, { headers }) => void (headers[header] = idOf(state, request)),
    end: ({ state, request }) => void idOf(state, request),
  };
}

/** IDs stand in logs, where other characters could forge lines. */
function isId(text: string): boolean {
  return /^[\w.:+/=-]{1,128}$/.test(text);
}
