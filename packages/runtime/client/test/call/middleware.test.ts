/** Tests functions around calls: middleware, retries, time limits. */
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { engineAt, type ConnectOptions, type EngineConnection } from '../../src/codegen.js';
import { ConnectionLost, TimeoutError, Unavailable } from '../../src/error/index.js';
import { retry, type Call } from '../../src/index.js';
import { operations, rawEngine, response, until } from './raw-engine.js';

const { inspect, create, load, events } = operations;
const ok = response('200 OK', { 'content-type': 'application/json' }, '{"Id":"x"}');

/** Returns another client of the same engine, with options. */
function withOptions(path: string, options: ConnectOptions): EngineConnection {
  return engineAt('1.44', {}, { kind: 'unix', address: `unix://${path}`, socketPath: path, basePath: '' }, options);
}

describe('middleware', () => {
  test('runs around a call, outermost first, and may change its input and its result', async () => {
    const { path, received } = await rawEngine((socket) => socket.write(ok));
    const order: string[] = [];
    const around = (name: string) => async (call: Call, next: (call: Call) => Promise<unknown>) => {
      order.push(`${name} ${call.operation.id}`);
      return { ...((await next({ ...call, input: { ...call.input, id: name } })) as object), [name]: true };
    };
    const engine = withOptions(path, { middleware: [around('outer'), around('inner')] });
    expect(await engine.call(inspect, { id: 'a' })).toEqual({ Id: 'x', inner: true, outer: true });
    expect(order).toEqual(['outer ContainerInspect', 'inner ContainerInspect']);
    expect(received.join('')).toContain('GET /v1.44/containers/inner/json');
    await engine.close();
  });

  test('that throws destroys the body, and nothing is sent', async () => {
    const { path, received } = await rawEngine((socket) => socket.write(ok));
    const refuse = (): never => {
      throw new Error('no');
    };
    const engine = withOptions(path, { middleware: [refuse] });
    const body = Readable.from([Buffer.alloc(10)]);
    await expect(engine.call(load, { body } as never)).rejects.toThrow('no');
    expect(body.destroyed).toBe(true);
    expect(received).toEqual([]);
    await engine.close();
  });
});

describe('retry', () => {
  /** An engine that breaks off some times before it responds. */
  async function flaky(failures: number, failure = '') {
    let count = 0;
    const raw = await rawEngine((socket) => ((count += 1) > failures ? socket.write(ok) : socket.end(failure)));
    const engine = withOptions(raw.path, { middleware: [retry({ attempts: 3, delay: 1 })] });
    return { engine, requests: () => count };
  }

  test.each([
    ['a lost connection', ''],
    ['503', response('503 Service Unavailable', {}, '{"message":"starting"}')],
  ])('repeats a call that only reads after %s', async (_what, failure) => {
    const { engine, requests } = await flaky(2, failure);
    expect(await engine.call(inspect, { id: 'a' })).toEqual({ Id: 'x' });
    expect(requests()).toBe(3);
    await engine.close();
  });

  test('gives up after the last attempt, with its error', async () => {
    const { engine, requests } = await flaky(9, response('503 Service Unavailable', {}, '{"message":"starting"}'));
    await expect(engine.call(inspect, { id: 'a' })).rejects.toThrow(Unavailable);
    expect(requests()).toBe(3);
    await engine.close();
  });

  test('does not repeat a call that may have had an effect', async () => {
    const { engine, requests } = await flaky(1);
    await expect(engine.call(create, { body: {} })).rejects.toThrow(ConnectionLost);
    expect(requests()).toBe(1);
    await engine.close();
  });

  test('repeats any call that was never sent, unless its body is bytes', async () => {
    const engine = withOptions('/nowhere/engine.sock', { middleware: [counting, retry({ delay: 1 }), counting] });
    seen.length = 0;
    await expect(engine.call(create, { body: {} })).rejects.toMatchObject({ code: 'ENOENT' });
    expect(seen).toHaveLength(1 + 3);
    seen.length = 0;
    await expect(engine.call(load, { body: 'bytes' } as never)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(seen).toHaveLength(1 + 1);
    await engine.close();
  });
});

const seen: string[] = [];
const counting = (call: Call, next: (call: Call) => Promise<unknown>): Promise<unknown> => {
  seen.push(call.operation.id);
  return next(call);
};

describe('timeout', () => {
  test('ends a call, also by default, and closes its connection', async () => {
    const { path, open } = await rawEngine(() => undefined);
    const engine = withOptions(path, { timeout: 20 });
    const message = 'ContainerInspect took longer than 20 ms.';
    await expect(engine.call(inspect, { id: 'a' })).rejects.toThrow(new TimeoutError('TIMEOUT', message));
    await expect(engine.call(inspect, { id: 'a' }, { timeout: 5 })).rejects.toMatchObject({ code: 'TIMEOUT' });
    await until(() => open.size === 0);
    await engine.close();
  });

  test('does not end a stream that has begun, and 0 is no limit', async () => {
    const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n';
    const { path } = await rawEngine((socket) => {
      socket.write(head);
      setTimeout(() => socket.write('8\r\n{"n":1}\n\r\n0\r\n\r\n'), 60);
    });
    const engine = withOptions(path, { timeout: 40 });
    expect(await (await engine.call(events)).toArray()).toEqual([{ n: 1 }]);
    expect(await (await engine.call(events, {}, { timeout: 0 })).toArray()).toEqual([{ n: 1 }]);
    await engine.close();
  });

  test("leaves the caller's reason of an abort as it is", async () => {
    const { path } = await rawEngine(() => undefined);
    const engine = withOptions(path, { timeout: 10_000 });
    const controller = new AbortController();
    const call = engine.call(inspect, { id: 'a' }, { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    await engine.close();
  });
});
