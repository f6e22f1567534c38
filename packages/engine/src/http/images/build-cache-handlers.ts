/** Handles the operation that prunes the build cache, and describes the cache in responses. */
import { BadRequest, type Handlers } from '@lading/server-v1.44';
import type { BuildCache as BuildCacheResponse } from '@lading/types-v1.44';
import type { BuildCache } from '../../build/build-cache.js';
import type { EventLog } from '../../state/event-log.js';
import { dateTime } from '../../values/date-time.js';

export function buildCacheHandlers(cache: BuildCache, events: EventLog): NonNullable<Handlers['build']> {
  return {
    prune({ query: { all, filters = {}, 'keep-storage': keptBytes = 0 } }) {
      for (const [name, values = []] of Object.entries(filters)) rejectValues(name, values);
      const removed = cache.prune({ all: all === true, keptBytes, filters: { ...filters } });
      const reclaimed = removed.reduce((sum, { size }) => sum + size, 0);
      events.emit('builder', 'prune', '', { reclaimed: String(reclaimed) });
      return { CachesDeleted: removed.length === 0 ? null : removed.map(({ id }) => id), SpaceReclaimed: reclaimed };
    },
  };
}

/** @throws BadRequest */
function rejectValues(name: string, values: readonly string[]): void {
  if (name.startsWith('label')) return;
  const filter = `[${name}${name === 'id' ? '~=' : '=='}]`;
  if (values[0] === '')
    throw new BadRequest(
      `failed to prune build cache: failed to parse prune filters ${filter}: filters: parse error: ${filter}: expected value or quoted: invalid argument`,
    );
}

export function cacheResponse(cache: BuildCache): BuildCacheResponse[] {
  return cache.all().map((record) => ({
    ID: record.id,
    // The key begins with a space on the wire.
    ...(record.parents.length > 0 && { ' Parents': [...record.parents] }),
    Type: 'regular',
    Description: record.description,
    InUse: false,
    Shared: cache.isShared(record),
    Size: record.size,
    CreatedAt: dateTime(record.created),
    LastUsedAt: dateTime(record.lastUsed),
    UsageCount: record.usageCount,
  }));
}
