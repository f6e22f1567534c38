/** Tests responses that are not read: informational responses, redirections, callers that throw. */
import { describe, expect, test } from 'vitest';
import type { Operation } from '../../src/codegen.js';
import { NotFound } from '../../src/error/index.js';
import { response, operations, rawEngine, until } from './raw-engine.js';

type AnyCall = Operation<Record<string, unknown>, unknown>;

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/octet-stream\r\ntransfer-encoding: chunked\r\n\r\n';
const { inspect, logs, attach } = operations;
const ways: readonly (readonly [string, AnyCall])[] = [
  ['a complete response', inspect],
  ['a stream', logs as never],
  ['an upgrade', attach as never],
];

describe.each(ways)('%s', (name, operation) => {
  test('after an informational response is read', async () => {
    const refusal = response('404 Not Found', {}, '{"message":"no"}');
    const { engine } = await rawEngine((socket) =>
      socket.write(`HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${refusal}`),
    );
    const statuses: number[] = [];
    const call = engine.call(operation, { id: 'a' }, { onResponse: ({ status }) => statuses.push(status) });
    await expect(call).rejects.toThrow(NotFound);
    expect(statuses).toEqual([404]);
  });

  test.skipIf(name === 'a complete response')('that is redirected leaves no connection', async () => {
    const { engine, open } = await rawEngine((socket) =>
      socket.write(response('301 Moved', { location: '/', 'content-length': '9' })),
    );
    await expect(engine.call(operation, { id: 'a' }, { tty: true })).rejects.toMatchObject({ code: 'REDIRECT' });
    await until(() => open.size === 0);
    await engine.close();
  });

  test.skipIf(name === 'a complete response')('whose caller throws leaves no connection', async () => {
    const { engine, open } = await rawEngine((socket) => socket.write(head));
    const failure = new Error('thrown by the caller');
    const onResponse = (): never => {
      throw failure;
    };
    await expect(engine.call(operation, { id: 'a' }, { onResponse, tty: true })).rejects.toBe(failure);
    await until(() => open.size === 0);
    await engine.close();
  });
});
