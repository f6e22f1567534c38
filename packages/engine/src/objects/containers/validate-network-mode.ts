/** Rejects settings that contradict the network mode or the UTS mode of a container, with the engine's messages. */
import { BadRequest } from '@lading/server-v1.44';
import type { ContainerCreateRequest, HostConfigInput } from '@lading/types-v1.44';

type Settings = Pick<ContainerCreateRequest, 'Hostname' | 'ExposedPorts'>;

const conflict = (what: string): BadRequest => new BadRequest(`conflicting options: ${what}`);
const links = (type: string): BadRequest =>
  conflict(`${type} can't be used with links. This would result in undefined behavior`);

/** @throws BadRequest */
export function validateNetworkMode({ Hostname, ExposedPorts }: Settings, host: HostConfigInput): void {
  const { NetworkMode, UTSMode, Links } = host;
  const isShared = NetworkMode === 'container' || NetworkMode?.startsWith('container:') === true;
  if (isShared && !NetworkMode?.split(':')[1])
    throw new BadRequest('Invalid network mode: invalid container format container:<name|id>');
  if (isShared) {
    if (Hostname) throw conflict('hostname and the network mode');
    if (hasEntries(Links)) throw links('container type network');
    if (hasEntries(host.Dns)) throw conflict('dns and the network mode');
    if (hasEntries(host.ExtraHosts)) throw conflict('custom host-to-IP mapping and the network mode');
    if (hasEntries(host.PortBindings) || host.PublishAllPorts === true)
      throw conflict('port publishing and the container type network mode');
    if (hasEntries(ExposedPorts)) throw conflict('port exposing and the container type network mode');
  }
  if (UTSMode === 'host' && Hostname) throw conflict('hostname and the UTS mode');
  if (NetworkMode === 'host' && hasEntries(Links)) throw links('host type networking');
}

function hasEntries(value: object | null | undefined): boolean {
  return Object.keys(value ?? {}).length > 0;
}
