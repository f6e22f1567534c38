/** Describes a volume in responses. */
import type { Volume } from '@lading/types-v1.44';
import { dateTime } from '../values/date-time.js';
import type { VolumeRecord } from '../state/volume-record.js';

export function volumeResponse({ name, driver, created, labels, options }: VolumeRecord): Volume {
  return {
    Name: name,
    Driver: driver,
    Mountpoint: mountpointOf(name),
    CreatedAt: dateTime(created).replace(/\.\d+/, ''),
    Labels: labels && { ...labels },
    Scope: 'local',
    Options: options && { ...options },
  };
}

/** Returns the path of the volume's files on the machine of an engine. */
export function mountpointOf(name: string): string {
  return `/var/lib/docker/volumes/${name}/_data`;
}
