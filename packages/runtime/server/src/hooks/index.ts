/** Ready-made hooks: request IDs, logs, and limits. A separate entry point, so that other servers do not load their code. */
export { concurrencyLimit, type ConcurrencyOptions } from './concurrency-limit.js';
export { logRequests, type LogOptions, type RequestLogger } from './log-requests.js';
export { rateLimit, type RateOptions } from './rate-limit.js';
export { requestIds, type RequestIdOptions } from './request-ids.js';
export { timeLimit } from './time-limit.js';
