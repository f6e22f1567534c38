/** From 1.52 on the space that a build cache may keep is only called `reserved-space`. */
import { isGiven, type Hook } from '@lading/runtime-conversion';

export function keptStorage(): Hook {
  return {
    around(request, next) {
      const { 'keep-storage': space, ...query } = request.query;
      const isReplaced = isGiven(space) && !isGiven(query['reserved-space']);
      return next({ ...request, query: isReplaced ? { ...query, 'reserved-space': space } : query });
    },
  };
}
