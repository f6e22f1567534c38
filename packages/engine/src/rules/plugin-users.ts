/** Which objects use a plugin as their driver. */
import { fullName } from '../distribution/reference.js';
import type { ContainerService } from '../objects/containers/container-service.js';
import type { NetworkService } from '../objects/networks/network-service.js';
import type { VolumeService } from '../objects/volumes/volume-service.js';

export interface PluginUsers {
  readonly containers: ContainerService;
  readonly networks: NetworkService;
  readonly volumes: VolumeService;
}

/** @param name with a tag */
export function isPluginInUse({ containers, networks, volumes }: PluginUsers, name: string): boolean {
  const logDrivers = containers.all().map(({ host }) => ({ driver: host.logDriver }));
  return [...volumes.all(), ...networks.all(), ...logDrivers].some(
    ({ driver }) => driver === name || fullName(driver) === name,
  );
}
