/** A test fixture: an engine on a separate socket, its client, and helpers for containers. */
import { connect, type EngineV144 } from '@lading/client';
import type { ContainerCreateRequest, ContainerState, EndpointSettings } from '@lading/types-v1.44';
import { afterEach, beforeEach } from 'vitest';
import { startEngine, type RunningEngine, type StartOptions } from '../src/index.js';

export type ContainerRequest = Partial<ContainerCreateRequest>;

class EngineScene {
  #engine: RunningEngine | undefined;
  #client: EngineV144 | undefined;

  get engine(): RunningEngine {
    if (this.#engine === undefined) throw new Error('the scene is not open');
    return this.#engine;
  }

  get client(): EngineV144 {
    if (this.#client === undefined) throw new Error('the scene is not open');
    return this.#client;
  }

  get socket(): string {
    return this.engine.address.replace('unix://', '');
  }

  /** Starts an engine with the image `busybox`. */
  async open(options: StartOptions): Promise<void> {
    this.#engine = await startEngine({ images: ['busybox'], publishPorts: false, checkResponses: true, ...options });
    this.#client = await connect({ host: this.#engine.address, version: '1.44' });
  }

  async close(): Promise<void> {
    await this.#client?.close();
    await this.#engine?.close();
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
export function useEngineScene(options: StartOptions = {}): () => EngineScene {
  let scene: EngineScene;
  beforeEach(async () => {
    scene = new EngineScene();
    await scene.open(options);
  });
  afterEach(() => scene.close());
  return () => scene;
}
