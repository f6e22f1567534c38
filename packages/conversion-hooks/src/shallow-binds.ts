/** At 1.41 a read-only entry of `Binds` leaves the mounts below it writable, unlike at 1.44: the hook adds a warning. */
import { isList, propertyOf, withWarnings, type Hook } from '@lading/runtime-overlay';
import { optionsOf } from './bind.js';

const warning = 'Below API version 1.44 a read-only bind mount leaves its submounts writable.';

export function shallowBinds(): Hook {
  return {
    async around(request, next) {
      const binds = propertyOf(request.body, 'HostConfig', 'Binds');
      const response = await next(request);
      const some = isList(binds) && binds.some((bind) => optionsOf(bind)?.includes('ro') === true);
      return some ? withWarnings(response, [warning]) : response;
    },
  };
}
