/** Counts requests for Prometheus. */
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import { versions } from '../convert/conversions.js';
import type { RequestEntry } from './request-log.js';

/** The durations of requests, in seconds. */
const buckets = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30];

export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Counter({
    name: 'lading_bridge_requests_total',
    help: 'Requests that have ended, by the versions of the client and the engine and the status.',
    labelNames: ['client', 'engine', 'status'],
    registers: [this.#registry],
  });
  readonly #conversions = new Counter({
    name: 'lading_bridge_conversions_total',
    help: 'Requests whose messages were converted, by operation.',
    labelNames: ['operation'],
    registers: [this.#registry],
  });
  readonly #losses = new Counter({
    name: 'lading_bridge_losses_total',
    help: 'Requests that lost something, by the difference or the place.',
    labelNames: ['loss'],
    registers: [this.#registry],
  });
  readonly #seconds = new Histogram({
    name: 'lading_bridge_request_seconds',
    help: 'The time until the end of responses, without upgraded connections.',
    labelNames: ['converted'],
    buckets,
    registers: [this.#registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.#registry });
  }

  readonly contentType = this.#registry.contentType;

  count({ client, engine, converted, losses = [], status, milliseconds }: RequestEntry): void {
    this.#requests.inc({ client: labelOf(client), engine: labelOf(engine), status });
    if (converted !== undefined) this.#conversions.inc({ operation: converted });
    for (const loss of losses) this.#losses.inc({ loss });
    if (status !== 101) this.#seconds.observe({ converted: String(converted !== undefined) }, milliseconds / 1000);
  }

  /** Returns all counts in the text format of Prometheus. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }
}

/** Clients may send any text as version, which must not become a label each. */
function labelOf(version: string | undefined): string {
  if (version === undefined) return 'none';
  return versions.includes(version) ? version : 'other';
}
