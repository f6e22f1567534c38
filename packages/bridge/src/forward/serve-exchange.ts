/** Serves the requests of the host. */
import { send, sendInformation, type NodeRequest } from '@lading/runtime-server/host';
import type { IncomingMessage } from 'node:http';
import type { BridgeCore } from '../bridge-core.js';
import { mayUpgrade } from '../convert/routes.js';
import { forwardedHeaders, type Headers } from '../message/headers.js';
import { hostResponseOf } from './host-response.js';
import { passThrough } from './pass-through.js';

/** Serves a request. Never throws. */
export function serveExchange(core: BridgeCore, exchange: NodeRequest): void {
  const { request, method, url } = exchange;
  const timer = core.timerOf(method, url);
  const passage = isSimple(request) ? core.passageOf(method, url) : undefined;
  if (passage !== undefined) {
    if (timer !== undefined) exchange.response.once('close', () => timer.end(exchange.response.statusCode));
    return passThrough(core, passage, exchange, timer);
  }
  void serve(core, exchange, timer);
}

async function serve(core: BridgeCore, exchange: NodeRequest, timer: ReturnType<BridgeCore['timerOf']>): Promise<void> {
  const { request, response, method, url } = exchange;
  const client = new AbortController();
  const { signal } = client;
  let isUpgraded = false;
  response.once('close', () => {
    timer?.end(isUpgraded ? 101 : response.statusCode);
    if (!isUpgraded && !response.writableFinished) client.abort();
  });
  const upgrade = upgradeOf(exchange);
  const headers = forwardedHeaders(request.rawHeaders);
  const body = upgrade !== undefined && isInput(request) ? undefined : (exchange.body() ?? undefined);
  const onInformation = (status: number, received: Headers): void => sendInformation(exchange, status, received);
  const served = await core.serve({ method, url, headers, body, upgrade, signal, onInformation }, timer);
  isUpgraded = served.status === 101;
  send(hostResponseOf(served), exchange);
}

/** Returns the protocol that a client asks for; like engines, without regard to the header `Connection`. */
function upgradeOf({ request: { headers }, duplexSupport, method, url }: NodeRequest): string | undefined {
  const { upgrade } = headers;
  return upgrade !== undefined && duplexSupport === 'upgrade' && mayUpgrade(method, url) ? upgrade : undefined;
}

/** Whether an upgrade request announces chunks that are no body: some clients send only the last chunk, and then raw bytes. */
function isInput({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined && !/^application\/json\b/i.test(headers['content-type'] ?? '');
}

/** Whether a request has nothing but its head, and may be sent twice. */
function isSimple({ method, rawHeaders }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && !hasMore(rawHeaders);
}

/** Whether there may be a body or an upgrade. Decoding all headers takes longer. */
function hasMore(raw: readonly string[]): boolean {
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] ?? '';
    if (names.has(name.length) && names.get(name.length) === name.toLowerCase()) return true;
  }
  return false;
}

/** By their lengths. */
const names = new Map(['content-length', 'transfer-encoding', 'upgrade'].map((name) => [name.length, name]));
