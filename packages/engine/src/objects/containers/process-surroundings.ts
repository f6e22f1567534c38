/** What all processes of a container share. */
import type { Ulimit } from '@lading/types-v1.44';
import type { ProcessSettings } from '../../ports/container-runtime.js';
import type { Container } from './container.js';
import { kernelFilesOf } from './kernel-files.js';

type Surroundings = Pick<ProcessSettings, 'files' | 'hostname' | 'kernelFiles' | 'groups' | 'limits' | 'mounts'>;

export function surroundingsOf(container: Container): Surroundings {
  const { files, host, hostname, record } = container;
  return {
    files: files.mounted,
    hostname,
    kernelFiles: kernelFilesOf(container),
    limits: ((host.others['Ulimits'] ?? []) as readonly Partial<Ulimit>[]).map(({ Name = '', Soft = 0, Hard = 0 }) => ({
      name: Name,
      soft: Soft,
      hard: Hard,
    })),
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
