/** Handlers of the test contract, which record their calls and return each kind of response. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import { Conflict, NotFound, reply, session, terminal, type Call, type HandlerTable } from '../../src/codegen.js';

/** The recorded calls. */
export interface Seen {
  readonly calls: Call[];
  /** The handlers whose signal was aborted. */
  readonly abortedCalls: string[];
}

type IdCall = Call<{ id: string }, Record<string, unknown>, Record<string, unknown>, Record<string, unknown>>;

export function engine(seen: Seen): HandlerTable {
  const record = (call: Call): void => {
    seen.calls.push(call);
  };
  const echo = (tty: boolean): unknown =>
    session(
      async ({ stdin, stdout, stderr }) => {
        stderr.write('begin ');
        for await (const chunk of stdin) stdout.write(chunk);
        stdout.write(' end');
      },
      { tty },
    );
  return {
    container: {
      list: (call: Call) => {
        record(call);
        return [{ Id: 'a', Names: null, Labels: {} }];
      },
      create: async (call: Call) => {
        record(call);
        return { Id: 'new', Warnings: [] };
      },
      inspect: ({ path: { id } }: IdCall) => {
        if (id === 'none') throw new NotFound('No such container: none');
        if (id === 'broken') throw new Error('secret of the house');
        if (id === 'elsewhere') throw Object.assign(new Error('long'), { status: 418, reason: 'teapot' });
        return { Id: id };
      },
      start: async ({ path: { id } }: IdCall) => {
        if (id === 'taken') throw new Conflict('is taken');
        return id === 'running' ? reply(304) : undefined;
      },
      wait: async ({ path: { id } }: IdCall) => {
        if (id === 'none') throw new NotFound('No such container: none');
        if (id === 'exited') return { StatusCode: 3 };
        await sleep(700);
        if (id === 'breaks') throw new Error('secret of the house');
        return { StatusCode: 7 };
      },
      logs: async function* ({ path: { id }, signal }: IdCall) {
        if (id === 'none') throw new NotFound('No such container: none');
        if (id === 'endless') {
          signal.addEventListener('abort', () => seen.abortedCalls.push('logs'));
          for (;;) {
            yield { stream: 'stdout', data: 'tick' } as const;
            await sleep(10, undefined, { signal });
          }
        }
        yield { stream: 'stdout', data: 'out' } as const;
        yield { stream: 'stderr', data: Buffer.from('err') } as const;
        if (id === 'breaks') throw new Error('secret of the house');
      },
      attach: ({ path: { id } }: IdCall) => {
        if (id === 'none') throw new NotFound('No such container: none');
        return echo(id === 'tty');
      },
      attachWebsocket: ({ path: { id } }: IdCall) => {
        if (id === 'none') throw new NotFound('No such container: none');
        return echo(false);
      },
      archiveInfo: () => reply(200, undefined, { 'X-Docker-Container-Path-Stat': stat }),
      archive: ({ path: { id } }: IdCall) => {
        if (id === 'breaks') {
          return (async function* () {
            throw new NotFound('no such path');
          })();
        }
        return reply(200, [Buffer.from('tar '), 'archive'], { 'X-Docker-Container-Path-Stat': stat });
      },
      putArchive: async (call: Call<unknown, unknown, unknown, Readable>) => {
        let length = 0;
        for await (const chunk of call.body) length += (chunk as Buffer).length;
        seen.calls.push({ ...call, operation: call.operation, body: length } as Call);
      },
    },
    exec: {
      start: (call: IdCall) => {
        record(call);
        return call.body?.['Detach'] === true ? undefined : echo(call.body?.['Tty'] === true);
      },
    },
    image: {
      inspect: (call: Call<{ name: string }>) => ({ Id: call.path.name }),
      delete: (call: Call<{ name: string }>) => [{ Untagged: call.path.name }],
      create: async function* (call: IdCall) {
        record(call);
        if (call.query['fromImage'] === 'none') throw new NotFound('no such image');
        yield { status: 'Pulling' };
        if (call.query['fromImage'] === 'breaks') throw new Conflict('broken off');
        yield { status: 'Done' };
      },
    },
    system: {
      events: async function* ({ signal }: Call) {
        signal.addEventListener('abort', () => seen.abortedCalls.push('events'));
        await sleep(700, undefined, { signal });
        yield { Type: 'container' };
        await sleep(60_000, undefined, { signal });
      },
      version: () => ({
        Version: '1',
        ApiVersion: '9.9',
        Components: [{ Name: 'Engine', Details: { ApiVersion: '9.9' } }],
      }),
    },
    session: {
      start: () =>
        session(async ({ raw }) => {
          raw.write('server first');
          for await (const chunk of raw.iterator({ destroyOnReturn: false })) raw.write(chunk as Buffer);
        }),
    },
  };
}

export const stat = { name: 'etc', size: 4096, mode: 0o20000000755, mtime: '2024-01-01T00:00:00Z', linkTarget: '' };
export { terminal };
