/** Finds the address at which a port of a container can be reached. */
import { InputError } from '@lading/runtime-client';
import type { AnyEngine } from '../../gen/engine.js';

export interface PublishedPort {
  /** The host, as seen from this machine: `localhost` for an engine on this machine, else that of the engine. */
  readonly host: string;
  readonly port: number;
}

/**
 * Returns the address of a published port.
 *
 * @param port the port in the container, with its protocol if that is not TCP: `80`, `53/udp`
 * @throws InputError `PORT_NOT_PUBLISHED`, also for a container that does not run
 */
export async function publishedPort(
  engine: AnyEngine,
  container: string,
  port: number | string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<PublishedPort> {
  const { NetworkSettings } = await engine.container.inspect({ id: container }, options);
  const name = String(port).includes('/') ? String(port) : `${port}/tcp`;
  const [binding] = NetworkSettings?.Ports?.[name] ?? [];
  if (binding?.HostPort === undefined || binding.HostPort === '')
    throw new InputError(
      'PORT_NOT_PUBLISHED',
      `Container ${container} does not publish port ${name}, or does not run.`,
    );
  const isAny = ['', '0.0.0.0', '::', undefined].includes(binding.HostIp);
  return { host: isAny ? hostOf(engine.address) : String(binding.HostIp), port: Number(binding.HostPort) };
}

function hostOf(address: string): string {
  const { protocol, hostname } = new URL(address);
  return protocol === 'unix:' || protocol === 'npipe:' ? 'localhost' : hostname;
}
