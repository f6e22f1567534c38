/** Prometheus metrics of requests; needs `prom-client`. */
export * from '@lading/runtime-server/metrics';
