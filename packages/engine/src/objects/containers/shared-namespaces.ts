/** The containers whose namespaces another one uses. */
import { BadRequest, Conflict, ServerError } from '@lading/server-v1.44';
import type { ContainerService } from './container-service.js';
import type { Container } from './container.js';

/** @throws Conflict, ServerError, BadRequest if a container does not run whose processes or network another one shares */
export function requireSharedNamespaces(containers: ContainerService, { host }: Container): void {
  const { pidMode, networkMode } = host;
  for (const [mode, namespace] of [
    [pidMode, 'PID'],
    [networkMode, 'network'],
  ] as const) {
    if (!mode.startsWith('container:')) continue;
    const other = containers.find(mode.slice('container:'.length));
    if (other.status === 'running' || other.status === 'paused') continue;
    if (namespace === 'PID')
      throw new ServerError(`failed to join PID namespace: container ${other.id} is not running`);
    throw new Conflict(`cannot join network of a non running container: ${other.id}`);
  }
  const ipcMode = String(host.others['IpcMode'] ?? '');
  if (!ipcMode.startsWith('container:')) return;
  const donor = containers.find(ipcMode.slice('container:'.length));
  if (donor.host.others['IpcMode'] !== 'shareable')
    throw new BadRequest(
      `failed to join IPC namespace: container ${donor.id}: non-shareable IPC (hint: use IpcMode:shareable for the donor container)`,
    );
}
