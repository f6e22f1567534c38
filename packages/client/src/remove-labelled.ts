/** Removes everything that has a label, as tests and tools do with what they created. */
import { InputError, NotFound } from '@lading/runtime-client';
import type { AnyEngine } from '../gen/engine.js';

/** The names or ids of what was removed. */
export interface Removed {
  readonly containers: readonly string[];
  readonly networks: readonly string[];
  readonly volumes: readonly string[];
}

/**
 * Removes the containers with a label, running ones included, then the networks and volumes with it.
 *
 * @param label a label, `app`, or a label with its value, `app=web`
 * @throws InputError `LABEL_EMPTY` for a label without a name, since a filter by nothing could select everything
 */
export async function removeLabelled(
  engine: AnyEngine,
  label: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<Removed> {
  if (label.trim() === '' || label.startsWith('='))
    throw new InputError('LABEL_EMPTY', `"${label}" is no label. Pass its name, or name=value.`);
  const filters = { label: [label] };
  const containers = (await engine.container.list({ all: true, filters }, options)).map(({ Id }) => Id);
  await each(containers, (id) => engine.container.delete({ id, force: true, v: true }, options));
  const networks = (await engine.network.list({ filters }, options)).map(({ Id }) => Id);
  await each(networks, (id) => engine.network.delete({ id }, options));
  const volumes = ((await engine.volume.list({ filters }, options)).Volumes ?? []).map(({ Name }) => Name);
  await each(volumes, (name) => engine.volume.delete({ name }, options));
  return { containers, networks, volumes };
}

/** Removes all, in turn: some engines lock. What is gone meanwhile is fine. */
async function each(names: readonly string[], remove: (name: string) => Promise<unknown>): Promise<void> {
  for (const name of names) {
    await remove(name).catch((error: unknown) => {
      if (!(error instanceof NotFound)) throw error;
    });
  }
}
