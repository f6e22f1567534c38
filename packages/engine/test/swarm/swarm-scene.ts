/** A test fixture: an engine that manages a swarm, on a clock that the test moves. */
import { connect, type EngineV144 } from '@lading/client';
import type { ServiceSpecInput, Task } from '@lading/types-v1.44';
import { afterEach, beforeEach } from 'vitest';
import { ManualClock, startEngine, type RunningEngine } from '../../src/index.js';

export interface SwarmScene {
  readonly engine: RunningEngine;
  readonly client: EngineV144;
  readonly clock: ManualClock;
  /** Creates a service of `alpine` containers that run `top`. @returns its id */
  create(name: string, spec?: Partial<ServiceSpecInput>, container?: object): Promise<string>;
  /** Updates a service: `change` returns the new specification. */
  update(name: string, change: (spec: ServiceSpecInput) => ServiceSpecInput, rollback?: 'previous'): Promise<void>;
  tasks(service: string): Promise<Task[]>;
  /** Waits until everything that needs no time has happened, and lets time pass in between. */
  settle(milliseconds?: number): Promise<void>;
}

export function useSwarmScene(): () => SwarmScene {
  let scene: SwarmScene;
  beforeEach(async () => {
    const clock = new ManualClock(Date.UTC(2026, 0, 1));
    const engine = await startEngine({ images: ['alpine'], publishPorts: false, checkResponses: true, clock });
    const client = await connect({ host: engine.address, version: '1.44' });
    engine.swarm.init();
    scene = sceneOf(engine, client, clock);
  });
  afterEach(async () => {
    await scene.client.close();
    await scene.engine.close();
  });
  return () => scene;
}

function sceneOf(engine: RunningEngine, client: EngineV144, clock: ManualClock): SwarmScene {
  const settle = async (milliseconds = 0): Promise<void> => {
    // Several turns of work that needs no time may follow each other.
    for (let turn = 0; turn < 30; turn += 1) await clock.advance(milliseconds / 30);
  };
  return {
    engine,
    client,
    clock,
    settle,
    async create(name, spec = {}, container = {}) {
      const TaskTemplate = { ...spec.TaskTemplate, ContainerSpec: { Image: 'alpine', Args: ['top'], ...container } };
      const { ID } = await client.service.create({ body: { Name: name, ...spec, TaskTemplate } });
      await settle();
      return ID;
    },
    async update(name, change, rollback) {
      const { Spec, Version } = await client.service.inspect({ id: name });
      const body = change(Spec as ServiceSpecInput);
      await client.service.update({ id: name, version: Version.Index, body, ...(rollback && { rollback }) });
      await settle();
    },
    tasks: (service) => client.task.list({ filters: { service: [service] } }),
  };
}
