/** Handles volume operations. */
import { NotFound, Unavailable, type Handlers } from '@lading/server-v1.44';
import { anyOf, hasLabels, isTrue, lacksLabels, nameTest } from '../values/filters.js';
import { withoutUnset } from '../values/fill-required.js';
import { anonymousLabel, type VolumeService } from '../objects/volumes/volume-service.js';
import { noClusterVolumes } from './request-rules.js';
import type { Volume } from '@lading/types-v1.44';
import { dateTime } from '../values/date-time.js';
import { mountpointOf, type VolumeRecord } from '../state/volume-record.js';

export function volumeHandlers(volumes: VolumeService): NonNullable<Handlers['volume']> {
  return {
    list({ query: { filters = {} } }) {
      const { dangling, driver, label, name } = filters;
      const isNamed = nameTest(name);
      const selected = volumes
        .all()
        .filter(
          (volume) =>
            (dangling === undefined || isTrue(dangling) === (volumes.usersOf(volume.id).length === 0)) &&
            anyOf(driver, (value) => value === volume.driver) &&
            isNamed(volume.name) &&
            hasLabels(volume.labels, label),
        );
      return { Volumes: selected.map(volumeResponse), Warnings: null };
    },
    async create({ body: { Name, Driver, DriverOpts, Labels } }) {
      const volume = volumes.create({
        ...(Name && { name: Name }),
        ...(Driver && { driver: Driver }),
        labels: Labels ? stringRecord(Labels) : null,
        options: DriverOpts ? stringRecord(DriverOpts) : null,
      });
      await volumes.created(volume);
      return volumeResponse(volume);
    },
    inspect: ({ path: { name } }) => volumeResponse(volumes.find(name)),
    update() {
      throw new Unavailable(noClusterVolumes);
    },
    async delete({ path: { name }, query: { force } }) {
      try {
        await volumes.remove(name);
      } catch (error) {
        // With `force`, a missing volume counts as removed.
        if (force !== true || !(error instanceof NotFound)) throw error;
      }
    },
    async prune({ query: { filters = {} } }) {
      const all = isTrue(filters.all);
      const { names, reclaimed } = await volumes.prune(
        ({ labels }) =>
          (all || labels?.[anonymousLabel] !== undefined) &&
          hasLabels(labels, filters.label) &&
          lacksLabels(labels, filters['label!']),
      );
      return { VolumesDeleted: names, SpaceReclaimed: reclaimed };
    },
  };
}

function stringRecord(given: object): Record<string, string> {
  return withoutUnset(given) as Record<string, string>;
}

/** Describes a volume in responses. */
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
