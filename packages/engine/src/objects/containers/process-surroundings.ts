/** What all processes of a container share. */
import type { ProcessSettings } from '../../ports/container-runtime.js';
import type { Container } from './container.js';
import { kernelFilesOf } from './kernel-files.js';

type Surroundings = Pick<ProcessSettings, 'files' | 'hostname' | 'kernelFiles' | 'groups' | 'mounts'>;

export function surroundingsOf(container: Container): Surroundings {
  const { files, host, hostname, record } = container;
  return {
    files: files.mounted,
    hostname,
    kernelFiles: kernelFilesOf(container),
    groups: (host.others['GroupAdd'] ?? []) as readonly string[],
    mounts: [
      ...record.mounts.map(({ destination, type, isReadOnly }) => ({
        path: destination,
        type: type === 'tmpfs' ? 'tmpfs' : 'ext4',
        isReadOnly,
      })),
      ...Object.entries((host.others['Tmpfs'] ?? {}) as Record<string, string>).map(([path, options]) => ({
        path,
        type: 'tmpfs',
        isReadOnly: options.split(',').includes('ro'),
      })),
    ],
  };
}
