/** Describes a volume in responses. */
import type { Volume } from '@lading/types-v1.44';
import { dateTime } from '../values/date-time.js';
import { mountpointOf, type VolumeRecord } from '../state/volume-record.js';

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
