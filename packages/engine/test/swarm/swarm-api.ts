/** A test fixture: requests to an engine without a connection. */
import { createServerV144 } from '@lading/server';
import type { SystemInfo } from '@lading/types-v1.44';
import { ManualClock, RecordingDriver, createEngine, type Engine } from '../../src/index.js';
import type { NetworkDriver } from '../../src/ports/network-driver.js';

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The message of an error. */
  readonly message: string;
  /** The parsed body. */
  readonly body: unknown;
}

export type Api = (request: string, body?: object) => Promise<ApiResponse>;

/** @returns a function that sends requests such as `GET /info` */
export function apiOf(engine: Engine): Api {
  const server = createServerV144(engine.handlers, {
    hooks: engine.hooks,
    onInvalid: engine.onInvalid,
    onMistyped: engine.onMistyped,
  });
  return async (request, body) => {
    const [method = '', path = ''] = request.split(' ');
    const init = {
      method,
      ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    };
    const response = await server.fetch(new Request(`http://engine${path}`, init));
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    const content = (isJson && text !== '' ? JSON.parse(text) : text) as { readonly message?: string };
    return { status: response.status, headers: response.headers, message: content.message ?? '', body: content };
  };
}

/** An engine outside of a swarm, on the clock of the test. */
export function newEngine(networkDriver: NetworkDriver = new RecordingDriver()) {
  const clock = new ManualClock(Date.UTC(2026, 0, 1));
  const engine = createEngine({ clock, networkDriver });
  /** Waits until everything that needs no time has happened, and lets time pass in between. */
  const settle = async (milliseconds = 0, turns = 12): Promise<void> => {
    for (let turn = 0; turn < turns; turn += 1) await clock.advance(milliseconds / turns);
  };
  return { engine, clock, settle, api: apiOf(engine) };
}

export const swarmOf = async (api: Api) => ((await api('GET /info')).body as SystemInfo).Swarm;
/** The listening address is required. */
export const init = (api: Api, body: object = {}) => api('POST /swarm/init', { ListenAddr: '0.0.0.0:2377', ...body });
export const join = (api: Api, body: object = {}) => {
  const defaults = { ListenAddr: '0.0.0.0:2377', RemoteAddrs: ['192.168.65.3'], JoinToken: 'SWMTKN-1-a-b' };
  return api('POST /swarm/join', { ...defaults, ...body });
};
