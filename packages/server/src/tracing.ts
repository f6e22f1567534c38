/** OpenTelemetry spans of requests; needs `@opentelemetry/api`. */
export * from '@lading/runtime-server/tracing';
