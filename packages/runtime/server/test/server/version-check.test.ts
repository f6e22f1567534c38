/** Optimistic concurrency control, and properties that responses must not have. */
import { describe, expect, it } from 'vitest';
import { any, integer, arrayOf, mapOf, optional, object, required, rule, string } from '@lading/runtime-wire';
import {
  createEngineServer,
  rawResponse,
  type Contract,
  type HandlerTable,
  type ServerOptions,
} from '../../src/index.js';

const thing = object({
  ID: optional(string),
  Version: optional(object({ Index: optional(integer()) })),
  Spec: optional(object({ Data: optional(string) })),
});
const path = { id: { encoding: 'plain', schema: string, required: true } } as const;

const contract: Contract = {
  version: '1.0',
  operations: {
    ThingInspect: {
      id: 'ThingInspect',
      noun: 'thing',
      verb: 'inspect',
      method: 'GET',
      path: '/things/{id}',
      parameters: { path },
      rules: [rule('never-returned', ['Spec.Data'], { description: 'Never.' })],
      responses: { 200: { kind: 'json', schema: thing } },
    },
    ThingList: {
      id: 'ThingList',
      noun: 'thing',
      verb: 'list',
      method: 'GET',
      path: '/things',
      parameters: { query: { status: { encoding: 'plain', schema: { kind: 'boolean' } } } },
      rules: [rule('returned-when', ['[].Status', 'status'], { description: 'Only then.' })],
      responses: { 200: { kind: 'json', schema: arrayOf(mapOf(any)) } },
    },
    ThingUpdate: {
      id: 'ThingUpdate',
      noun: 'thing',
      verb: 'update',
      method: 'POST',
      path: '/things/{id}/update',
      parameters: {
        path,
        query: { version: { encoding: 'plain', schema: integer(), required: true } },
      },
      body: { kind: 'json', schema: object({ Name: required(string) }) },
      rules: [rule('current-version', ['version'], { value: 'ThingInspect', description: 'Current.' })],
      responses: { 200: { kind: 'nothing' } },
    },
  },
};

async function ask(handlers: HandlerTable, method: string, url: string, options: ServerOptions = {}) {
  const server = createEngineServer(contract, handlers, { checkVersions: true, onError: () => undefined, ...options });
  const body = method === 'POST' ? '{"Name":"x"}' : undefined;
  const response = await server.fetch(
    new Request(`http://localhost${url}`, {
      method,
      ...(body !== undefined && { body, headers: { 'content-type': 'application/json' } }),
    }),
  );
  return [response.status, await response.text()] as const;
}

describe('checkVersions', () => {
  const outOfSequence = [500, '{"message":"rpc error: code = Unknown desc = update out of sequence"}\n'];

  function things(index: number) {
    let present = index;
    const updates: unknown[] = [];
    return {
      updates,
      handlers: {
        thing: {
          inspect: () => ({ ID: 'a', Version: { Index: present } }),
          update: async ({ query }: { query: unknown }) => {
            await new Promise((resolve) => setTimeout(resolve, 5));
            updates.push(query);
            present += 1;
          },
        },
      },
    };
  }

  it('accepts the current version, and rejects every other', async () => {
    const { handlers, updates } = things(7);
    expect(await ask(handlers, 'POST', '/things/a/update?version=6')).toEqual(outOfSequence);
    expect(await ask(handlers, 'POST', '/things/a/update?version=7')).toEqual([200, '']);
    expect(await ask(handlers, 'POST', '/things/a/update?version=7')).toEqual(outOfSequence);
    expect(updates).toEqual([{ version: 7 }]);
  });

  it('one of several concurrent updates from one version succeeds', async () => {
    const { handlers, updates } = things(7);
    const server = createEngineServer(contract, handlers, { checkVersions: true, onError: () => undefined });
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const request = new Request(`http://localhost/things/${index % 2 === 0 ? 'a' : 'name-of-a'}/update?version=7`, {
          method: 'POST',
          body: '{"Name":"x"}',
          headers: { 'content-type': 'application/json' },
        });
        return (await server.fetch(request)).status;
      }),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(updates).toHaveLength(1);
  });

  it('is off by default', async () => {
    const { handlers } = things(7);
    expect(await ask(handlers, 'POST', '/things/a/update?version=1', { checkVersions: false })).toEqual([200, '']);
  });

  it('passes on errors of the inspect handler and of the update', async () => {
    const missing = {
      thing: {
        inspect: () => {
          throw Object.assign(new Error('gone'), { status: 404 });
        },
        update: () => undefined,
      },
    };
    expect((await ask(missing, 'POST', '/things/a/update?version=1'))[0]).toBe(404);
    const { handlers } = things(7);
    let calls = 0;
    const failing = {
      thing: {
        ...handlers.thing,
        update: () => {
          calls += 1;
          throw new Error('broken');
        },
      },
    };
    expect((await ask(failing, 'POST', '/things/a/update?version=7'))[0]).toBe(500);
    expect((await ask(failing, 'POST', '/things/a/update?version=7'))[0]).toBe(500);
    expect(calls).toBe(2);
  });

  it('leaves versions to the engine behind a gateway', async () => {
    const fallback = () => rawResponse(200, {}, '');
    expect((await ask({}, 'POST', '/things/a/update?version=1', { fallback }))[0]).toBe(200);
  });
});

describe('responses', () => {
  it('with properties that are never returned break the contract', async () => {
    const [status, text] = await ask({ thing: { inspect: () => ({ Spec: { Data: 'eA==' } }) } }, 'GET', '/things/a');
    expect([status, text]).toEqual([500, expect.stringContaining('/Spec/Data is never returned')]);
    expect((await ask({ thing: { inspect: () => ({ Spec: {} }) } }, 'GET', '/things/a'))[0]).toBe(200);
  });

  it('with properties that were not requested break the contract', async () => {
    const handlers = { thing: { list: () => [{ ID: 'a' }, { ID: 'b', Status: {} }] } };
    const [status, text] = await ask(handlers, 'GET', '/things');
    expect([status, text]).toEqual([500, expect.stringContaining('/1/Status is returned only with status')]);
    expect((await ask(handlers, 'GET', '/things?status=true'))[0]).toBe(200);
  });
});
