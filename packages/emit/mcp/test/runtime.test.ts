/** The server in one process with the client of the SDK: tools, results, limits, errors. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { definitionsOf, toolNames, toolOf } from '../src/runtime/document-tools.js';
import {
  createMcpServer,
  inputSchema,
  listenHttp,
  shownResult,
  type McpOptions,
  type Toolset,
} from '../src/runtime/index.js';

const document = {
  paths: {
    '/tickets': {
      get: {
        summary: 'List tickets',
        parameters: [{ name: 'status', in: 'query', schema: { $ref: '#/components/schemas/Status' } }],
      },
      post: {
        summary: 'Print a ticket',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/New' } } },
        },
      },
    },
    '/events': { get: { summary: 'Watch', responses: { 200: { content: { 'application/json': {} } } } } },
    '/attach': { get: { responses: { 101: {} } } },
    '/photos/{id}': {
      put: {
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'id', in: 'query', required: true, schema: { type: 'string' } },
          { name: 'filter', in: 'query', schema: { type: 'string', contentSchema: { type: 'object' } } },
        ],
        requestBody: { content: { 'image/png': { schema: { type: 'string' } } } },
      },
    },
  },
  components: {
    schemas: {
      Status: { type: 'string', enum: ['waiting', 'served'], 'x-enumDescriptions': {} },
      New: {
        type: 'object',
        required: ['id', 'queue'],
        properties: {
          id: { type: 'integer', readOnly: true },
          queue: { type: 'string' },
          note: { type: ['string', 'null'], example: 'x' },
          code: { type: 'string', pattern: '^[\\w\\-]+\\-$' },
          example: { type: 'string' },
          next: { $ref: '#/components/schemas/New' },
          __proto: { type: 'string' },
        },
      },
      Other: { type: 'string' },
    },
  },
};

const tool = (method: string, path: string, verb: string, nested: readonly string[] = []) => {
  const source = {
    name: `ticket_${verb}`,
    operation: `ticket.${verb}`,
    group: 'ticket',
    call: ['ticket', verb],
  } as const;
  return toolOf({ ...source, method, path, nested }, document);
};
const tools = [
  tool('GET', '/tickets', 'list'),
  tool('POST', '/tickets', 'create'),
  tool('GET', '/events', 'events'),
  tool('PUT', '/photos/{id}', 'photo', ['query']),
].flatMap((one) => one ?? []);
const toolset: Toolset = { title: 'Kiosk', version: '1.0', tools, definitions: definitionsOf(tools, document) };

const calls: unknown[] = [];
const client = {
  ticket: {
    list: async (input: unknown) => (calls.push(input), Array.from({ length: 50 }, (_, number) => ({ number }))),
    create: async ({ body }: { body: object }) => (calls.push(body), { number: 1, ...body }),
    events: async () => events(),
    photo: async (input: { body: Buffer }) => (calls.push(input), undefined),
  },
};
let isClosed = false;
async function* events() {
  try {
    for (let number = 1; ; number++) {
      yield { number };
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  } finally {
    isClosed = true;
  }
}

const open: Client[] = [];
afterEach(async () => {
  calls.length = 0;
  for (const one of open.splice(0)) await one.close();
});

async function connected(transport: Transport): Promise<Client> {
  const assistant = new Client({ name: 'test', version: '1' });
  await assistant.connect(transport);
  open.push(assistant);
  return assistant;
}

async function assistantOf(options: McpOptions = {}, of: object = client): Promise<Client> {
  const [one, other] = InMemoryTransport.createLinkedPair();
  await createMcpServer(toolset, of, options).connect(other);
  return connected(one);
}

async function called(assistant: Client, name: string, input: object = {}, onprogress?: (message: string) => void) {
  const progress = onprogress && { onprogress: ({ message = '' }) => onprogress(message) };
  const result = await assistant.callTool({ name, arguments: { ...input } }, undefined, progress);
  const content = result.content as { text: string }[];
  return { isError: result.isError === true, texts: content.map(({ text }) => text) };
}

describe('tools', () => {
  it('have the schema of their input, hints by their method, and no connections', async () => {
    const { tools: listed } = await (await assistantOf()).listTools();
    expect(listed.map(({ name }) => name)).toEqual(['ticket_list', 'ticket_create', 'ticket_events', 'ticket_photo']);
    expect(tool('GET', '/attach', 'attach')).toBeUndefined();
    expect(listed[0]?.annotations).toMatchObject({ title: 'List tickets', readOnlyHint: true, destructiveHint: false });
    expect(listed[3]?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true, idempotentHint: true });
    expect(listed[1]?.inputSchema).toEqual({
      type: 'object',
      properties: { body: { $ref: '#/$defs/New' } },
      required: ['body'],
      additionalProperties: false,
      $defs: {
        New: {
          type: 'object',
          required: ['queue'],
          properties: {
            queue: { type: 'string' },
            note: { type: ['string', 'null'] },
            code: { type: 'string', pattern: '^[\\w\\-]+\\-$' },
            example: { type: 'string' },
            next: { $ref: '#/$defs/New' },
            __proto: { type: 'string' },
          },
        },
      },
    });
    expect(listed[3]?.inputSchema.properties).toMatchObject({
      query: { required: ['id'], properties: { filter: { type: 'object' } } },
    });
  });

  it.each([
    [{ include: ['get'] }, ['ticket_list', 'ticket_events']],
    [{ include: ['ticket'], exclude: ['ticket.create', 'PUT'] }, ['ticket_list', 'ticket_events']],
    [{ readOnly: true, exclude: ['ticket_events'] }, ['ticket_list']],
  ])('are selected by %j', async (filter, names) => {
    const assistant = await assistantOf(filter);
    expect((await assistant.listTools()).tools.map(({ name }) => name)).toEqual(names);
    expect(await called(assistant, 'ticket_create', { body: { queue: 'a' } })).toMatchObject({ isError: true });
    expect(calls).toEqual([]);
  });

  it('have names of at most 64 characters, each another one', () => {
    expect(
      toolNames([
        ['pet', 'getById'],
        ['pet', 'get_by_id'],
        ['é', ''],
        ['a'.repeat(99), 'b'],
        ['用户', '获取User', 'GET /users/{id}'],
        ['pet', 'put_1', 'PUT /pets'],
      ]),
    ).toEqual(['pet_get_by_id', 'pet_get_by_id_2', 'tool', 'a'.repeat(60), 'get_users_id', 'pet_put_1']);
  });

  it('have all schemas that their input refers to, and no others', () => {
    expect(Object.keys(toolset.definitions)).toEqual(['New', 'Status']);
    const [list] = tools;
    expect(Object.keys((list && inputSchema(list, toolset.definitions).$defs) ?? {})).toEqual(['Status']);
  });

  it('of a filter that names none is an error', async () => {
    await expect(assistantOf({ include: ['pets'] })).rejects.toThrow('"pets"');
  });
});

describe('a call', () => {
  it('passes its input to the client, and bytes from base64', async () => {
    const assistant = await assistantOf();
    expect(await called(assistant, 'ticket_create', { body: { queue: 'a' } })).toEqual({
      isError: false,
      texts: ['{"number":1,"queue":"a"}'],
    });
    await called(assistant, 'ticket_photo', { id: 'a', query: { id: 'b' }, body: 'AAE=' });
    expect(calls).toEqual([{ queue: 'a' }, { id: 'a', query: { id: 'b' }, body: Buffer.from([0, 1]) }]);
  });

  it.each([
    [{ body: {} }, "The input/body must have required property 'queue'"],
    [{ body: { queue: 1 } }, 'The input/body/queue must be string'],
    [{ body: { queue: 'a', code: 'a' } }, 'The input/body/code must match pattern "^[\\w\\-]+\\-$"'],
    [{ body: { queue: 'a' }, more: 1 }, 'The input must NOT have additional properties ("more")'],
  ])('with %j is refused with the place', async (input, error) => {
    expect(await called(await assistantOf(), 'ticket_create', input)).toEqual({ isError: true, texts: [error] });
    expect(calls).toEqual([]);
  });

  it('is only described in a dry run, and refused by a check', async () => {
    const input = { body: { queue: 'a' } };
    expect(await called(await assistantOf({ dryRun: true }), 'ticket_create', input)).toEqual({
      isError: false,
      texts: ['Dry run: nothing was sent. ticket.create would send POST /tickets with {"body":{"queue":"a"}}'],
    });
    const check = () => {
      throw new Error('no');
    };
    expect(await called(await assistantOf({ check }), 'ticket_create', input)).toEqual({
      isError: true,
      texts: ['no'],
    });
    expect(calls).toEqual([]);
  });

  it('that fails is an error with what the server said', async () => {
    const create = async () => Promise.reject(Object.assign(new Error('409'), { body: { detail: 'full' } }));
    const assistant = await assistantOf({}, { ticket: { create } });
    const result = await called(assistant, 'ticket_create', { body: { queue: 'a' } });
    expect(result).toEqual({ isError: true, texts: ['409\n{"detail":"full"}'] });
  });
});

describe('a result', () => {
  it('shows as many items as it may have, and says how many there are', async () => {
    const { texts } = await called(await assistantOf({ maxCharacters: 60 }), 'ticket_list');
    expect(texts).toEqual([
      '[{"number":0},{"number":1},{"number":2},{"number":3}]',
      'Only the first 4 of 50 items are shown, since a result has at most 60 characters. Ask for fewer items, or for one of them.',
    ]);
  });

  it('says where an integer may have lost digits, and shows all of a bigint', async () => {
    const note = 'Integers beyond 9007199254740991 in this result may have other digits than the server sent.';
    expect(await shownResult({ id: Number('9007199254740993') })).toEqual({ text: '{"id":9007199254740992}', note });
    expect(await shownResult([{ id: 9007199254740993n, of: 0.5, name: '1' }])).toEqual({
      text: '[{"id":9007199254740993,"of":0.5,"name":"1"}]',
    });
    const items = (async function* () {
      yield await Promise.resolve({ id: -(2 ** 60) });
    })();
    expect(await shownResult(items)).toEqual({ text: '{"id":-1152921504606847000}\n', note });
  });

  it('of a stream is sent as progress, and ends when it must', async () => {
    const messages: string[] = [];
    const assistant = await assistantOf({ streamSeconds: 0.12 });
    const { texts } = await called(assistant, 'ticket_events', {}, (message) => messages.push(message));
    expect(texts[0]).toMatch(/^\{"number":1\}\n\{"number":2\}\n/);
    expect(texts[1]).toBe('The stream was closed after 0.12 seconds; it had not ended.');
    expect(messages.slice(0, 2)).toEqual(['{"number":1}\n', '{"number":2}\n']);
    await expect.poll(() => isClosed).toBe(true);
  });

  const bytes = async function* (...chunks: readonly unknown[]) {
    yield* chunks;
  };
  it.each([
    ['nothing', undefined, 'The response has no content.'],
    ['text without control characters', 'a\u001b[2J\u202eb\n', 'a[2Jb\n'],
    ['a bigint', { id: 2n ** 40n }, '{"id":1099511627776}'],
    ['text in bytes', bytes(Buffer.from('Ã')), 'Ã'],
    ['a character in two chunks', bytes(Buffer.from([0xc3]), Buffer.from([0xa9])), 'é'],
    [
      'the output of a process',
      bytes({ stream: 'stdout', data: Buffer.from('a\n') }, { stream: 'stderr', data: Buffer.from('b') }),
      'a\nb',
    ],
    ['bytes', bytes(Buffer.from([1, 0]), Buffer.from([2])), '3 bytes that are no text.'],
    ['no items', bytes(), 'The stream ended without content.'],
  ])('of %s is text', async (_what, value, text) => {
    expect(await shownResult(value)).toEqual({ text });
  });

  it('of a long stream is cut', async () => {
    expect(await shownResult(bytes('a'.repeat(50), 'b'.repeat(50)), { maxCharacters: 60 })).toEqual({
      text: `${'a'.repeat(50)}\n${'b'.repeat(9)}`,
      note: 'The stream was closed, since a result has at most 60 characters. Ask for less.',
    });
  });
});

describe('HTTP', () => {
  const create = () => createMcpServer(toolset, client);

  /** Sends a request with these headers. @returns the status */
  function status(
    url: string,
    headers: Readonly<Record<string, string>>,
    method = 'POST',
  ): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      request(url, { method, headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
  }

  it('serves the client of the SDK, progress included', async () => {
    const { url, close } = await listenHttp(() => createMcpServer(toolset, client, { streamSeconds: 0.12 }), {
      port: 0,
    });
    const assistant = await connected(new StreamableHTTPClientTransport(new URL(url)) as Transport);
    expect((await assistant.listTools()).tools).toHaveLength(4);
    const messages: string[] = [];
    await called(assistant, 'ticket_events', {}, (message) => messages.push(message));
    expect(messages.length).toBeGreaterThan(0);
    await close();
  });

  it('refuses other hosts and origins, so that no web page calls tools', async () => {
    const { url, close } = await listenHttp(create, { port: 0, allowedHosts: ['kiosk.test'] });
    expect(await status(url, { host: 'evil.test' })).toBe(403);
    expect(await status(url, { host: 'localhost.evil.test' })).toBe(403);
    expect(await status(url, { origin: 'http://evil.test' })).toBe(403);
    expect(await status(url, { origin: 'null' })).toBe(403);
    expect(await status(url, { host: 'kiosk.test' })).not.toBe(403);
    expect(await status(url, { origin: 'http://localhost:3000' })).not.toBe(403);
    expect(await status(url, {}, 'GET')).toBe(405);
    expect(await status(new URL('/', url).href, {})).toBe(404);
    await close();
  });

  it('needs the token, and has one unless only this machine can reach it', async () => {
    const { url, close } = await listenHttp(create, { port: 0, token: 'secret' });
    expect(await status(url, {})).toBe(401);
    expect(await status(url, { authorization: 'Bearer secreT' })).toBe(401);
    expect(await status(url, { authorization: 'Bearer secret' })).not.toBe(401);
    await close();
    await expect(listenHttp(create, { port: 0, host: '0.0.0.0' })).rejects.toThrow('set a token');
  });
});
