/** Handles volume operations. */
import { NotFound, Unavailable, type HandlersV144 } from '@lading/server';
import type { Engine } from '../engine.js';
import { anyOf, hasLabels, isTrue, lacksLabels, matches } from '../filters.js';
import { withoutUnset } from '../containers/without-unset.js';
import { anonymous } from './volumes.js';

export function volumeHandlers({ volumes, events }: Engine): NonNullable<HandlersV144['volume']> {
  return {
    list({ query: { filters = {} } }) {
      const { dangling, driver, label, name } = filters;
      const wanted = volumes.all().filter((volume) => {
        const isUsed = volumes.usersOf(volume.Name).length > 0;
        return (
          (dangling === undefined || isTrue(dangling) !== isUsed) &&
          anyOf(driver, (value) => value === volume.Driver) &&
          anyOf(name, (value) => matches(volume.Name, value)) &&
          hasLabels(volume.Labels, label)
        );
      });
      return { Volumes: wanted, Warnings: null };
    },
    create({ body }) {
      const { Name, Driver, DriverOpts, Labels } = body;
      const stringRecord = (given: object | null | undefined) => withoutUnset(given ?? {}) as Record<string, string>;
      return volumes.create({
        ...(Name && { name: Name }),
        ...(Driver && { driver: Driver }),
        labels: Labels ? stringRecord(Labels) : null,
        options: DriverOpts ? stringRecord(DriverOpts) : null,
      });
    },
    inspect: ({ path: { name } }) => volumes.find(name),
    update: ({ path: { name } }) => {
      volumes.find(name);
      throw new Unavailable('This node is not a swarm manager. Only volumes of a cluster can be updated.');
    },
    delete({ path: { name }, query: { force } }) {
      try {
        volumes.remove(name);
      } catch (error) {
        // With `force`, a missing volume counts as removed.
        if (force !== true || !(error instanceof NotFound)) throw error;
      }
    },
    prune({ query: { filters = {} } }) {
      const all = isTrue(filters.all);
      const unused = volumes.all().filter(({ Name, Labels }) => {
        const isSelected = all || Labels?.[anonymous] !== undefined;
        const labels = hasLabels(Labels, filters.label) && lacksLabels(Labels, filters['label!']);
        return isSelected && labels && volumes.usersOf(Name).length === 0;
      });
      for (const { Name } of unused) volumes.remove(Name);
      events.emit('volume', 'prune', '', { reclaimed: '0' });
      return { VolumesDeleted: unused.map(({ Name }) => Name), SpaceReclaimed: 0 };
    },
  };
}
