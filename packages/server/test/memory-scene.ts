/** A test fixture: an in-memory engine on a separate socket, its client, and helpers for containers. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type EngineV144 } from '@lading/client';
import { createServer, type EngineServer } from '@lading/server';
import type { ContainerCreateRequest, ContainerState, EndpointSettings } from '@lading/types-v1.44';
import { afterEach, beforeEach } from 'vitest';
import { memoryEngine } from '../examples/memory-engine/memory-engine.js';

export type ContainerRequest = Partial<ContainerCreateRequest>;

class MemoryScene {
  readonly folder: string;
  readonly socket: string;
  readonly #server: EngineServer;
  #client: EngineV144 | undefined;

  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), 'lading-server-'));
    this.socket = join(this.folder, 's');
    this.#server = createServer(memoryEngine());
  }

  get client(): EngineV144 {
    if (this.#client === undefined) throw new Error('the scene is not open');
    return this.#client;
  }

  /** Listens, and pulls the image `busybox`. */
  async open(): Promise<void> {
    const { address } = await this.#server.listen({ path: this.socket });
    this.#client = await connect({ host: address, version: '1.44' });
    await (await this.client.image.create({ fromImage: 'busybox', tag: 'latest' })).done();
  }

  async close(): Promise<void> {
    await this.#client?.close();
    await this.#server.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** @returns the id of a container that runs `top` unless the request names another command */
  async create(request: ContainerRequest = {}, name?: string): Promise<string> {
    const body = { Image: 'busybox', Cmd: ['top'], ...request };
    return (await this.client.container.create({ ...(name !== undefined && { name }), body })).Id;
  }

  /** Creates and starts a container. */
  async run(request: ContainerRequest = {}, name?: string): Promise<string> {
    const id = await this.create(request, name);
    await this.client.container.start({ id });
    return id;
  }

  async state(id: string): Promise<ContainerState | undefined> {
    return (await this.client.container.inspect({ id })).State ?? undefined;
  }

  /** @returns the settings of the container on the network */
  async endpoint(id: string, network: string): Promise<EndpointSettings | undefined> {
    return (await this.client.container.inspect({ id })).NetworkSettings.Networks?.[network];
  }

  /** Runs the command to its end. @returns its standard output */
  async output(request: ContainerRequest): Promise<string> {
    const id = await this.run(request);
    await this.client.container.wait({ id });
    return (await (await this.client.container.logs({ id, stdout: true, stderr: true })).text()).stdout;
  }
}

/** Opens a new scene before each test and closes it afterwards. @returns the scene of the running test */
export function useMemoryScene(): () => MemoryScene {
  let scene: MemoryScene;
  beforeEach(async () => {
    scene = new MemoryScene();
    await scene.open();
  });
  afterEach(() => scene.close());
  return () => scene;
}
