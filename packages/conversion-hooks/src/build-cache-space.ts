/** The space that a build cache may keep. */
import { isGiven, type Hook } from '@lading/runtime-conversion';

/** Below 1.48 the space that a build cache may keep is called `keep-storage`. */
export function reservedSpace(): Hook {
  return {
    around(request, next) {
      const { 'reserved-space': space, ...query } = request.query;
      return next({ ...request, query: isGiven(space) ? { ...query, 'keep-storage': space } : query });
    },
  };
}

/** From 1.52 on the space that a build cache may keep is only called `reserved-space`. */
export function keptStorage(): Hook {
  return {
    around(request, next) {
      const { 'keep-storage': space, ...query } = request.query;
      const isReplaced = isGiven(space) && !isGiven(query['reserved-space']);
      return next({ ...request, query: isReplaced ? { ...query, 'reserved-space': space } : query });
    },
  };
}
