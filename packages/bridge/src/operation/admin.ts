/** Tells monitoring how the bridge is. */
import { createServer, type Server } from 'node:http';
import type { Metrics } from './metrics.js';

/** The time that the engine may take to respond to a check, in milliseconds. */
const timeout = 5000;

/**
 * Returns a server with `/healthz` (200 if the engine responds, otherwise 503) and `/metrics`.
 *
 * @param isHealthy whether the engine responds
 */
export function adminServer(isHealthy: (signal: AbortSignal) => Promise<boolean>, metrics: Metrics): Server {
  return createServer((request, response) => {
    const path = request.method === 'GET' || request.method === 'HEAD' ? request.url : '';
    if (path === '/healthz') {
      void isHealthy(AbortSignal.timeout(timeout)).then((healthy) => {
        response.writeHead(healthy ? 200 : 503, { 'content-type': 'text/plain' });
        response.end(healthy ? 'ok\n' : 'the engine does not respond\n');
      });
    } else if (path === '/metrics') {
      void metrics.text().then((text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text));
    } else response.writeHead(404).end('try /healthz or /metrics\n');
  });
}
