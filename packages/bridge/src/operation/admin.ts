/** Tells monitoring how the bridge is. */
import { defaultHostLimits, NodeHost, send, type HostResponse, type NodeRequest } from '@lading/runtime-server/host';
import { jsonResponse, textResponse } from '../message/messages.js';
import type { Metrics } from './metrics.js';

/** The time that the engine may take to respond to a check, in milliseconds. */
const timeout = 5000;

/**
 * Returns a host with `/healthz` (200 if the engine responds, otherwise 503) and `/metrics`.
 *
 * @param isHealthy whether the engine responds
 */
export function adminHost(isHealthy: (signal: AbortSignal) => Promise<boolean>, metrics: Metrics): NodeHost {
  const respond = async ({ method, url }: NodeRequest): Promise<HostResponse> => {
    const path = method === 'GET' || method === 'HEAD' ? url : '';
    if (path === '/metrics') {
      return { status: 200, headers: { 'content-type': metrics.contentType }, body: await metrics.text() };
    }
    if (path !== '/healthz') return textResponse(404, {}, 'try /healthz or /metrics');
    const healthy = await isHealthy(AbortSignal.timeout(timeout));
    return textResponse(healthy ? 200 : 503, {}, healthy ? 'ok' : 'the engine does not respond');
  };
  return new NodeHost({
    limits: defaultHostLimits,
    mayUpgrade: () => false,
    respondToMalformed: (status, message) => jsonResponse(status, {}, { message }),
    serve: (request) => void respond(request).then((response) => send(response, request)),
  });
}
