/** What all processes of a container share. */
import type { ProcessSettings } from '../ports/container-runtime.js';
import type { Container } from './container.js';

export function surroundingsOf({
  files,
  settings,
  host,
  hostname,
  record,
}: Container): Pick<ProcessSettings, 'files' | 'hostname' | 'domainName' | 'groups' | 'mounts'> {
  return {
    files: files.mounted,
    hostname,
    domainName: String(settings.others['Domainname'] ?? ''),
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
