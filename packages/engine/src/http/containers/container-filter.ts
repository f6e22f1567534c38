/** Selects containers by the filters of a request. */
import type { ContainerListFilters } from '@lading/types-v1.44';
import { anyOf, hasLabels, isTrue, nameTest } from '../../values/filters.js';
import type { ImageService } from '../../objects/images/image-service.js';
import type { ContainerService } from '../../objects/containers/container-service.js';
import type { Container } from '../../objects/containers/container.js';
import { parsePortRange } from '../../values/address.js';

/** Returns a test for the filters. @throws NotFound for a filter that names a missing container */
export function containerFilter(
  filters: ContainerListFilters,
  containers: ContainerService,
  images: ImageService,
): (container: Container) => boolean {
  const { ancestor, before, exited, expose, health, id, label, name, network, publish, since, status, volume } =
    filters;
  const isTask = filters['is-task'];
  // The order of creation is the order of the list: creation times may be equal.
  const positions = new Map(
    before === undefined && since === undefined ? [] : containers.all().map((each, index) => [each, index] as const),
  );
  const positionOf = (wanted: string): number => positions.get(containers.find(wanted)) ?? 0;
  const [newest, oldest] = [before?.map(positionOf), since?.map(positionOf)];
  const ancestors = ancestor?.map((wanted) => {
    const image = images.search(wanted);
    // Engines find no container of an image that they do not have.
    return image?.id ?? '';
  });
  const isNamed = nameTest(name);
  return (container) => {
    const { state, record, endpoints } = container;
    const position = positions.get(container) ?? 0;
    return (
      (ancestors === undefined ||
        ancestors.length === 0 ||
        ancestors.some((wanted) => wanted !== '' && images.isDerivedFrom(record.imageId, wanted))) &&
      (newest === undefined || newest.some((limit) => position < limit)) &&
      (oldest === undefined || oldest.some((limit) => position > limit)) &&
      anyOf(exited, (value) => state.status === 'exited' && state.exitCode === Number(value)) &&
      anyOf(health, (value) => (state.health?.status ?? 'none') === value) &&
      (isTask === undefined || isTrue(isTask) === 'com.docker.swarm.task.id' in record.settings.labels) &&
      anyOf(id, (value) => container.id.startsWith(value)) &&
      (isNamed(`/${container.name}`) || isNamed(container.name)) &&
      anyOf(
        network,
        (value) =>
          endpoints[value] !== undefined || Object.values(endpoints).some(({ joined }) => joined?.networkId === value),
      ) &&
      anyOf(expose, (value) => Object.keys(record.ports).some((port) => isWithinPorts(port, value))) &&
      anyOf(publish, (value) =>
        Object.entries(record.ports).some(([port, bindings]) =>
          bindings?.some((bound) => isWithinPorts(`${bound.port}/${port.split('/')[1] ?? 'tcp'}`, value)),
        ),
      ) &&
      anyOf(status, (value) => state.status === value) &&
      anyOf(volume, (value) => record.mounts.some((mount) => mount.volume === value || mount.destination === value)) &&
      hasLabels(record.settings.labels, label)
    );
  };
}

/**
 * Tells whether a port is one of a filter.
 *
 * @param port `80/tcp`
 * @param wanted a port or a range, of TCP unless a protocol follows: `80`, `80-90/udp`
 */
function isWithinPorts(port: string, wanted: string): boolean {
  const [number, protocol = 'tcp'] = port.split('/');
  const [ports = '', wantedProtocol = 'tcp'] = wanted.split('/');
  const range = parsePortRange(ports);
  return (
    range !== undefined &&
    protocol === wantedProtocol.toLowerCase() &&
    Number(number) >= range.first &&
    Number(number) <= range.last
  );
}
