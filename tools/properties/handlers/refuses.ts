/** Handlers that violate the contract: none of this may compile. */
import * as v41 from '@lading/server-v1.41';
import * as v44 from '@lading/server-v1.44';
import { reply, session, type ContainerResizeCall, type Handlers } from '@lading/server-v1.44';

export const wrong: Handlers = {
  container: {
    // @ts-expect-error -- the status belongs to another operation
    create: () => reply(200, { Id: '', Warnings: [] }),
    // @ts-expect-error -- the status has another body
    inspect: () => reply(200),
    // @ts-expect-error -- a required property is missing
    wait: () => ({}),
    // @ts-expect-error -- a property has another type
    list: async () => [{ Id: 1 }],
    // @ts-expect-error -- the body is missing
    top: () => {},
    // @ts-expect-error -- the response has no body
    stop: () => 'stopped',
    // @ts-expect-error -- the operation has no status 304
    kill: () => reply(304),
    // @ts-expect-error -- the call belongs to another operation
    start: ({ query }: ContainerResizeCall) => void query.h,
    // @ts-expect-error -- there is no such stream
    logs: () => [{ stream: 'stdlog', data: '' }],
    // @ts-expect-error -- the items have another type
    stats: async function* () {
      yield 1;
    },
    // @ts-expect-error -- the operation upgrades the connection
    attach: () => 'bytes',
    // @ts-expect-error -- the operation does not upgrade the connection
    export: () => session(() => {}),
    // @ts-expect-error -- there is no such parameter
    rename: ({ query: { nome } }) => void nome,
  },
};

// @ts-expect-error -- there is no such group
export const nobody: Handlers = { containers: {} };
// @ts-expect-error -- there is no such operation
export const nothing: Handlers = { container: { creates: () => {} } };
// @ts-expect-error -- the operation was added after 1.41
export const early: v41.Handlers = { volume: { update: () => {} } };
// @ts-expect-error -- the value is not in the enum
export const state: v44.NodeHandlers['inspect'] = () => ({ Spec: { Role: 'king' } });
