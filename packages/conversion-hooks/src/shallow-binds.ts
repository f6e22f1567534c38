/** At 1.41 a read-only entry of `Binds` leaves the mounts below it writable, unlike at 1.44: the hook adds a warning. */
import { isList, propertyOf, withLosses, type Hook } from '@lading/runtime-conversion';
import { optionsOf } from './bind.js';

const loss = {
  id: 'ro-recursive',
  message: 'Below API version 1.44 a read-only bind mount leaves its submounts writable.',
};

export function shallowBinds(): Hook {
  return {
    around(request, next) {
      const binds = propertyOf(request.body, 'HostConfig', 'Binds');
      const some = isList(binds) && binds.some((bind) => optionsOf(bind)?.includes('ro') === true);
      return next(some ? withLosses(request, [loss]) : request);
    },
  };
}
