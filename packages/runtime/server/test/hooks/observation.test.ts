/** Request IDs, logs, metrics, spans, and the credentials of clients. */
import { request as httpRequest } from 'node:http';
import { context, propagation, SpanStatusCode, trace, type TextMapPropagator } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { logRequests, requestIds } from '../../src/hooks/index.js';
import { Forbidden } from '../../src/index.js';
import { metrics } from '../../src/metrics/index.js';
import { peerCredentials } from '../../src/peer-credentials/index.js';
import { traceRequests } from '../../src/tracing/index.js';
import { socketPath } from '../conformance/hosts.js';
import { volumeServer } from './volume-server.js';

const fail = (): never => {
  throw new Error('disk is gone');
};

describe('requestIds', () => {
  it('sends an ID, and uses that of the client only if it is trusted and well-formed', async () => {
    const create = (): string => 'own';
    const idOf = async (trust: boolean, id: string): Promise<string | null> => {
      await using scene = await volumeServer({}, { hooks: requestIds({ trust, create }) });
      return (await fetch(`${scene.base}/volumes`, { headers: { 'x-request-id': id } })).headers.get('x-request-id');
    };
    expect([await idOf(false, 'a'), await idOf(true, 'a'), await idOf(true, 'a b')]).toEqual(['own', 'a', 'own']);
  });

  it('is random, and part of errors too', async () => {
    await using scene = await volumeServer({ list: fail }, { hooks: requestIds(), onError: () => undefined });
    const ids = await Promise.all(
      [1, 2].map(async () => (await fetch(`${scene.base}/volumes`)).headers.get('x-request-id')),
    );
    expect(new Set(ids).size).toBe(2);
    expect(ids[0]).toMatch(/^[\da-f-]{36}$/);
  });
});

describe('logRequests', () => {
  it('writes a line for each request with pino, without queries', async () => {
    const lines: Record<string, unknown>[] = [];
    const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
    const hooks = [
      requestIds({ create: () => 'id' }),
      logRequests(logger, { fields: ({ identity }) => ({ user: identity }) }),
    ];
    await using scene = await volumeServer(
      { logs: fail },
      { hooks, authenticate: () => 'me', onError: () => undefined },
    );
    for (const path of ['/volumes?secret=1', '/logs', '/none']) await (await fetch(scene.base + path)).text();
    await vi.waitFor(() => expect(lines).toHaveLength(3), 5000);
    const [ok, failed, unknown] = lines;
    expect(ok).toMatchObject({
      level: 30,
      msg: 'VolumeList 200',
      requestId: 'id',
      method: 'GET',
      path: '/volumes',
      version: '1.44',
      status: 200,
      bytes: 15,
      isComplete: true,
      user: 'me',
      remoteAddress: '127.0.0.1',
    });
    expect(failed).toMatchObject({ level: 50, msg: 'VolumeLogs 500', err: { message: 'disk is gone' } });
    expect(unknown).toMatchObject({ level: 40, msg: 'GET /none 404', requestId: 'id' });
    expect(JSON.stringify(lines)).not.toContain('secret');
  });

  it('omits what `fields` refuses', async () => {
    const write = vi.fn();
    const logger = { info: write, warn: write, error: write };
    await using scene = await volumeServer({}, { hooks: logRequests(logger, { fields: () => false }) });
    await (await fetch(`${scene.base}/volumes`)).text();
    await scene.server.close();
    expect(write).not.toHaveBeenCalled();
  });
});

describe('metrics', () => {
  it('count requests, bytes and what runs, and have no labels that a client invents', async () => {
    const { hooks, route } = metrics();
    let finish = (): void => undefined;
    const done = new Promise<void>((resolve) => (finish = resolve));
    const logs = async function* (): AsyncGenerator<string> {
      yield 'abc';
      await done;
    };
    await using scene = await volumeServer({ logs }, { hooks, routes: { 'GET /metrics': route } });
    const read = async (): Promise<string> => (await fetch(`${scene.base}/metrics`)).text();
    const stream = await fetch(`${scene.base}/logs`);
    expect(await read()).toContain('http_server_active_requests{operation="VolumeLogs"} 1\n');
    finish();
    await stream.text();
    await fetch(`${scene.base}/${'x'.repeat(9)}`, { method: 'PROPFIND' });
    await vi.waitFor(async () => {
      const text = await read();
      expect(text).toContain('http_server_active_requests{operation="VolumeLogs"} 0\n');
      expect(text).toContain(
        'http_server_response_body_bytes_total{operation="VolumeLogs",method="GET",status="200"} 3\n',
      );
      expect(text).toContain(
        'http_server_request_duration_seconds_count{operation="",method="other",status="404"} 1\n',
      );
    }, 5000);
  });
});

describe('traceRequests', () => {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const traceparent: TextMapPropagator<Record<string, string>> = {
    inject: () => undefined,
    extract: (parent, carrier) => {
      const [, traceId = '', spanId = ''] = carrier['traceparent']?.split('-') ?? [];
      return traceId === '' ? parent : trace.setSpanContext(parent, { traceId, spanId, traceFlags: 1, isRemote: true });
    },
    fields: () => ['traceparent'],
  };
  afterEach(() => {
    exporter.reset();
    context.disable();
    propagation.disable();
  });

  it('creates a span for each request, around what the handler calls', async () => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    propagation.setGlobalPropagator(traceparent);
    const tracer = provider.getTracer('test');
    const list = async (): Promise<unknown> => {
      await Promise.resolve();
      tracer.startSpan('query').end();
      return { Volumes: [] };
    };
    await using scene = await volumeServer(
      { list, logs: fail },
      { hooks: traceRequests({ tracer }), onError: () => undefined },
    );
    const headers = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
    await (await fetch(`${scene.base}/volumes`, { headers })).text();
    await (await fetch(`${scene.base}/logs`)).text();
    await (await fetch(`${scene.base}/none`)).text();
    await vi.waitFor(() => expect(exporter.getFinishedSpans()).toHaveLength(4), 5000);
    const [query, volumes, logs, none] = exporter.getFinishedSpans();
    expect([query?.name, volumes?.name, logs?.name, none?.name]).toEqual(['query', 'VolumeList', 'VolumeLogs', 'GET']);
    expect(query?.parentSpanContext?.spanId).toBe(volumes?.spanContext().spanId);
    expect(volumes?.parentSpanContext?.spanId).toBe('b'.repeat(16));
    expect(volumes?.attributes).toMatchObject({
      'http.request.method': 'GET',
      'url.path': '/volumes',
      'http.response.status_code': 200,
      'http.response.body.size': 15,
      'api.operation': 'VolumeList',
      'api.version': '1.44',
    });
    expect(logs?.status).toEqual({ code: SpanStatusCode.ERROR, message: 'status 500' });
    expect(logs?.events[0]?.attributes).toMatchObject({ 'exception.message': 'disk is gone' });
    expect(none?.attributes).toMatchObject({ 'http.response.status_code': 404 });
  });
});

describe('peerCredentials', () => {
  it.skipIf(process.platform !== 'linux')('are those of the process behind a unix socket', async () => {
    const seen: unknown[] = [];
    await using scene = await volumeServer(
      {},
      {
        authenticate: (request) => {
          const peer = peerCredentials(request);
          seen.push(peer);
          if (peer?.uid !== process.getuid?.()) throw new Forbidden('not you');
          return peer?.uid;
        },
      },
    );
    const path = await socketPath();
    await scene.server.listen({ path });
    const status = await new Promise((resolve) =>
      httpRequest({ socketPath: path, path: '/volumes' }, (response) => resolve(response.resume().statusCode)).end(),
    );
    expect([status, seen]).toEqual([200, [{ uid: process.getuid?.(), gid: process.getgid?.(), pid: process.pid }]]);
    expect((await fetch(`${scene.base}/volumes`)).status).toBe(403);
    expect(seen[1]).toBeUndefined();
  });
});
