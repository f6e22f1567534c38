/** The tools of an engine: called by the client of the SDK, on the reference engine. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { startEngine } from '@lading/engine';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  allTools,
  createMcpServer,
  listenHttp,
  openEngine,
  type EngineOptions,
  type EngineTools,
  type PolicyRules,
} from '../src/index.js';

async function opened(options: EngineOptions): Promise<EngineTools> {
  const tools = await openEngine(options);
  onTestFinished(() => tools.close());
  return tools;
}

async function connected(transport: Transport): Promise<Client> {
  const assistant = new Client({ name: 'test', version: '1' });
  await assistant.connect(transport);
  onTestFinished(() => assistant.close());
  return assistant;
}

async function assistantOf(options: EngineOptions): Promise<Client> {
  const { toolset, client } = await opened(options);
  const [one, other] = InMemoryTransport.createLinkedPair();
  await createMcpServer(toolset, client).connect(other);
  return connected(one);
}

async function called(assistant: Client, name: string, input: object = {}) {
  const { content, isError } = await assistant.callTool({ name, arguments: { ...input } });
  return { text: (content as { text: string }[]).map(({ text }) => text).join('\n'), isError: isError === true };
}

const names = async (assistant: Client) => (await assistant.listTools()).tools.map(({ name }) => name);

describe('a sandbox', () => {
  it('runs a container, and shows its output', async () => {
    const assistant = await assistantOf({ sandbox: true, images: ['alpine'] });
    const created = await called(assistant, 'container_create', {
      name: 'web',
      body: { Image: 'alpine', Cmd: ['sh', '-c', 'echo hello'] },
    });
    expect(created).toMatchObject({ isError: false, text: expect.stringContaining('"Id"') });
    expect(await called(assistant, 'container_start', { id: 'web' })).toMatchObject({ isError: false });
    expect(await called(assistant, 'container_wait', { id: 'web' })).toMatchObject({ text: '{"StatusCode":0}' });
    expect(await called(assistant, 'container_logs', { id: 'web', stdout: true })).toEqual({
      isError: false,
      text: 'hello\n',
    });
    expect((await called(assistant, 'container_list', { all: true, filters: { name: ['web'] } })).text).toContain(
      '"/web"',
    );
    expect(await called(assistant, 'container_inspect', { id: 'nobody' })).toEqual({
      isError: true,
      text: expect.stringContaining('No such container: nobody'),
    });
    expect(await called(assistant, 'container_list', { limit: 'all' })).toEqual({
      isError: true,
      text: 'The input/limit must be integer',
    });
  });
});

describe('an engine', () => {
  const realOne = async () => {
    const engine = await startEngine({ images: ['alpine'], api: '1.41-1.43' });
    onTestFinished(() => engine.close());
    return engine.address;
  };

  it('can be read only, whatever its version', async () => {
    const engine = await realOne();
    const assistant = await assistantOf({ engine });
    const listed = await names(assistant);
    expect(listed).toContain('image_list');
    expect(listed.filter((name) => /create|delete|start|prune|kill|exec$/.test(name))).toEqual([]);
    expect((await called(assistant, 'image_list')).text).toContain('alpine:latest');
    expect(await called(assistant, 'container_create', { body: { Image: 'alpine' } })).toMatchObject({ isError: true });
    // The bridge refuses what the tools do not offer.
    const { client } = await opened({ engine });
    const { container } = client as { container: { create(input: object): Promise<unknown> } };
    await expect(container.create({ body: { Image: 'alpine' } })).rejects.toThrow(
      'the policy does not allow ContainerCreate',
    );
  });

  it('obeys a policy of the bridge, in operations and values', async () => {
    const page = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
    const [, policy = ''] = /^```json policy.json\n([\s\S]*?)^```$/m.exec(page) ?? [];
    const image = 'acme/web';
    const assistant = await assistantOf({
      sandbox: true,
      images: ['alpine', image],
      policy: JSON.parse(policy) as PolicyRules,
    });
    expect(await names(assistant)).toEqual(['container_list', 'container_create', 'container_logs', 'container_start']);
    const create = (body: object) => called(assistant, 'container_create', { body });
    expect(await create({ Image: image, HostConfig: { Memory: 67_108_864 } })).toMatchObject({ isError: false });
    const refused = (place: string) => ({
      isError: true,
      text: expect.stringContaining(`the policy does not allow this ContainerCreate: body/${place}`),
    });
    expect(await create({ Image: 'alpine' })).toMatchObject(refused('Image'));
    expect(await create({ Image: image, HostConfig: { Privileged: true } })).toMatchObject(refused('HostConfig'));
  });

  it('that does not respond is an error, and leaves nothing behind', async () => {
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith('lading-mcp-'));
    await expect(openEngine({ engine: 'unix:///nowhere.sock' })).rejects.toThrow(
      'No engine responds at unix:///nowhere.sock',
    );
    await expect(openEngine({ policy: { allow: 1 } as never })).rejects.toThrow('the policy is invalid');
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('lading-mcp-'))).toEqual(before);
  });

  it('is served over HTTP', async () => {
    const { toolset, client } = await opened({ sandbox: true });
    const { url, close } = await listenHttp(() => createMcpServer(toolset, client), { port: 0 });
    onTestFinished(close);
    const assistant = await connected(new StreamableHTTPClientTransport(new URL(url)) as Transport);
    expect((await called(assistant, 'system_version')).text).toContain('"ApiVersion"');
  });
});

it('every operation has a tool, unless it hijacks the connection or sends archives', () => {
  const { tools } = allTools();
  expect(tools.length).toBeGreaterThan(90);
  expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
  for (const { name } of tools) expect(name).toMatch(/^[a-z0-9_]{1,64}$/);
  const operations = tools.map(({ operation }) => operation);
  for (const none of ['ContainerAttach', 'ExecStart', 'Session', 'ImageGet', 'Build', 'ContainerPutArchive'])
    expect(operations).not.toContain(none);
});
