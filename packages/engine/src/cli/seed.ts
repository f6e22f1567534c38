/** The state with which an engine begins, from a file. */
import { readFileSync } from 'node:fs';
import type { ContainerCreateRequest, NetworkCreateRequest, VolumeCreateOptions } from '@lading/types-v1.44';
import { readNewNetwork } from '../http/network-view.js';
import type { RunningEngine } from '../running-engine.js';

export interface EngineSeed {
  readonly images?: readonly string[];
  readonly networks?: readonly NetworkCreateRequest[];
  readonly volumes?: readonly VolumeCreateOptions[];
  /** Requests to create containers, each with a name and whether the container is started. */
  readonly containers?: readonly (ContainerCreateRequest & { readonly name?: string; readonly start?: boolean })[];
}

/** @throws Error for a file that cannot be read */
export function readSeed(path: string): EngineSeed {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`--seed ${path}: it cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
  try {
    return JSON.parse(text) as EngineSeed;
  } catch (error) {
    throw new Error(`--seed ${path}: it is not JSON: ${(error as Error).message}`);
  }
}

/** Creates what the seed has and the engine lacks. @throws Error that names the object */
export async function plantSeed(running: RunningEngine, seed: EngineSeed): Promise<void> {
  const { engine } = running;
  const { networks, volumes, containers } = engine;
  for (const name of seed.images ?? []) if (engine.images.search(name) === undefined) await engine.pull(name);
  for (const body of seed.networks ?? [])
    if (networks.named(body.Name) === undefined)
      await named(`network ${body.Name}`, () => networks.create(readNewNetwork(body)));
  for (const { Name, Driver, Labels, DriverOpts } of seed.volumes ?? [])
    await named(`volume ${Name}`, () =>
      volumes.create({
        ...(Name && { name: Name }),
        ...(Driver && { driver: Driver }),
        labels: (Labels ?? null) as Record<string, string> | null,
        options: (DriverOpts ?? null) as Record<string, string> | null,
      }),
    );
  for (const { name = '', start = false, ...body } of seed.containers ?? []) {
    if (containers.named(name) !== undefined) continue;
    const container = await named(`container ${name}`, () => containers.create(name, body));
    if (start) await engine.start(container);
  }
}

async function named<Result>(what: string, action: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    throw new Error(`--seed: ${what}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
