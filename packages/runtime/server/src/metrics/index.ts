/** Prometheus metrics of requests. An entry point of its own, since it needs `prom-client`. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { rawResponse, type Hooks, type OwnRouteHandler } from '../index.js';

export interface MetricsOptions {
  /** Where the metrics are registered. @default a new registry */
  readonly registry?: Registry;
  /** The upper limits of the buckets of durations, in seconds. */
  readonly buckets?: readonly number[];
}

export interface Metrics {
  /** For `options.hooks`. */
  readonly hooks: Hooks;
  /** For `options.routes`: `{ 'GET /metrics': metrics.route }`. */
  readonly route: OwnRouteHandler;
  readonly registry: Registry;
}

const defaultBuckets = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60, 600];

/**
 * Counts requests by operation, method and status, with their durations and bytes, and those that are running. Labels have
 * no values that a client can invent: an unknown path has an empty operation, and an unknown method is `other`.
 */
export function metrics({ registry = new Registry(), buckets = defaultBuckets }: MetricsOptions = {}): Metrics {
  const registers = [registry];
  const labelNames = ['operation', 'method', 'status'] as const;
  const durations = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Time from the head of a request to the end of its response, stream or session',
    labelNames,
    buckets: [...buckets],
    registers,
  });
  const bytes = new Counter({
    name: 'http_server_response_body_bytes_total',
    help: 'Bytes of response bodies and sessions that were sent',
    labelNames,
    registers,
  });
  const cut = new Counter({
    name: 'http_server_incomplete_responses_total',
    help: 'Responses that ended early: the client disconnected, or the stream failed',
    labelNames,
    registers,
  });
  const running = new Gauge({
    name: 'http_server_active_requests',
    help: 'Operations that are running, streams and sessions included',
    labelNames: ['operation'],
    registers,
  });
  const counted = new WeakSet<object>();
  return {
    registry,
    hooks: {
      beforeBody: ({ operation, request }) => {
        counted.add(request);
        running.inc({ operation });
      },
      end: ({ operation = '', request }, ending) => {
        if (request !== undefined && counted.delete(request)) running.dec({ operation });
        const labels = { operation, method: methodOf(request?.method), status: ending.status };
        durations.observe(labels, ending.duration / 1000);
        bytes.inc(labels, ending.bytes);
        if (!ending.isComplete) cut.inc(labels);
      },
    },
    route: async () => rawResponse(200, { 'Content-Type': registry.contentType }, await registry.metrics()),
  };
}

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']);

function methodOf(method = ''): string {
  return method === '' || methods.has(method) ? method : 'other';
}
