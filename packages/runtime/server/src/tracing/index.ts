/** OpenTelemetry spans of requests. An entry point of its own, since it needs `@opentelemetry/api`. */
import {
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import type { EndedRequest, Hooks, RequestHead } from '../index.js';

export interface TracingOptions {
  /** @default the tracer `@lading/runtime-server` of the global provider */
  readonly tracer?: Tracer;
}

/**
 * Creates a span for each request, as child of the one in its header `traceparent`. The handler runs within it, so that
 * what it calls belongs to it. A span lasts until the end of the response, stream or session.
 */
export function traceRequests({ tracer = trace.getTracer('@lading/runtime-server') }: TracingOptions = {}): Hooks {
  const spans = new WeakMap<object, { readonly span: Span; readonly within: Context }>();
  const start = ({ operation, version, request }: EndedRequest, startTime?: number) => {
    const parent = request === undefined ? context.active() : propagation.extract(context.active(), request.headers);
    const name = operation ?? request?.method ?? 'malformed request';
    const attributes = { ...headAttributes(request), 'api.operation': operation, 'api.version': version };
    const options = { kind: SpanKind.SERVER, attributes, ...(startTime !== undefined && { startTime }) };
    const span = tracer.startSpan(name, options, parent);
    return { span, within: trace.setSpan(parent, span) };
  };
  return {
    beforeBody: (call) => void spans.set(call.request, start(call)),
    around: (call, run) => {
      const entry = spans.get(call.request);
      return entry === undefined ? run() : context.with(entry.within, () => run());
    },
    end: (ended, { status, duration, bytes, isComplete, error }) => {
      // Requests that were rejected before, and those without an operation, have none yet.
      const { span } =
        (ended.request && spans.get(ended.request)) ??
        start(ended, performance.timeOrigin + performance.now() - duration);
      span.setAttributes({ 'http.response.status_code': status, 'http.response.body.size': bytes });
      if (error instanceof Error) span.recordException(error);
      if (status >= 500 || !isComplete) {
        span.setStatus({
          code: SpanStatusCode.ERROR,
          message: isComplete ? `status ${status}` : 'the response was cut',
        });
      }
      span.end();
    },
  };
}

/** The path without the query, which may contain secrets. */
function headAttributes(request: RequestHead | undefined): Record<string, string> {
  if (request === undefined) return {};
  const { method, url, remoteAddress, headers } = request;
  return {
    'http.request.method': method,
    'url.path': url.split('?', 1)[0] ?? '',
    ...(remoteAddress !== undefined && remoteAddress !== '' && { 'client.address': remoteAddress }),
    ...(headers['user-agent'] !== undefined && { 'user_agent.original': headers['user-agent'] }),
  };
}
