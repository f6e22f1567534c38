/** Below 1.48 the space that a build cache may keep is called `keep-storage`. */
import { isGiven, type Hook } from '@lading/runtime-conversion';

export function reservedSpace(): Hook {
  return {
    around(request, next) {
      const { 'reserved-space': space, ...query } = request.query;
      return next({ ...request, query: isGiven(space) ? { ...query, 'keep-storage': space } : query });
    },
  };
}
