/** Handlers that break the contract: none of this may compile. */
import * as v41 from '@lading/server-v1.41';
import * as v44 from '@lading/server-v1.44';
import { reply, session, type ContainerResizeCall, type Handlers } from '@lading/server-v1.44';

export const wrong: Handlers = {
  container: {
    // @ts-expect-error -- the status is that of another operation
    create: () => reply(200, { Id: '', Warnings: [] }),
    // @ts-expect-error -- the status has another body
    inspect: () => reply(200),
    // @ts-expect-error -- what every answer carries is missing
    wait: () => ({}),
    // @ts-expect-error -- the type of a property is another one
    list: async () => [{ Id: 1 }],
    // @ts-expect-error -- nothing is not enough
    top: () => {},
    // @ts-expect-error -- something is too much
    stop: () => 'stopped',
    // @ts-expect-error -- 304 is no answer of it
    kill: () => reply(304),
    // @ts-expect-error -- the call is that of another operation
    start: ({ query }: ContainerResizeCall) => void query.h,
    // @ts-expect-error -- there is no such stream
    logs: () => [{ stream: 'stdlog', data: '' }],
    // @ts-expect-error -- items of another kind
    stats: async function* () {
      yield 1;
    },
    // @ts-expect-error -- a connection has to be taken over
    attach: () => 'bytes',
    // @ts-expect-error -- bytes do not change hands
    export: () => session(() => {}),
    // @ts-expect-error -- no such parameter
    rename: ({ query: { nome } }) => void nome,
  },
};

// @ts-expect-error -- there is no such kind of thing
export const nobody: Handlers = { containers: {} };
// @ts-expect-error -- there is no such operation
export const nothing: Handlers = { container: { creates: () => {} } };
// @ts-expect-error -- it came after 1.41
export const early: v41.Handlers = { volume: { update: () => {} } };
// @ts-expect-error -- the values of the enumeration are known
export const state: v44.NodeHandlers['inspect'] = () => ({ Spec: { Role: 'king' } });
