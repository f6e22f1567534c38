/** What an engine warns of when it creates a container. */
import type { ContainerCreateRequest } from '@lading/types-v1.44';

export function createWarnings({ MacAddress, HostConfig }: ContainerCreateRequest): string[] {
  const { OomKillDisable, Memory, CpuPercent, NetworkMode, PortBindings } = HostConfig ?? {};
  const warnings: readonly (readonly [applies: boolean, text: string])[] = [
    [
      Boolean(MacAddress),
      'The container-wide MacAddress field is now deprecated. It should be specified in EndpointsConfig instead.',
    ],
    [
      OomKillDisable === true && !Memory,
      'OOM killer is disabled for the container, but no memory limit is set, this can result in the system running out of resources.',
    ],
    [Boolean(CpuPercent), 'linux does not support CPU percent. Percent discarded.'],
    [
      NetworkMode === 'host' && Object.keys(PortBindings ?? {}).length > 0,
      'Published ports are discarded when using host network mode',
    ],
  ];
  return warnings.filter(([applies]) => applies).map(([, text]) => text);
}
