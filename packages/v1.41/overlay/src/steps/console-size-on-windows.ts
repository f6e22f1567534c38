/** At 1.41 the initial size of a console is for Windows only; elsewhere it is ignored. */
import { isGiven, isList, memberOf, withMember, type Step } from '@lading/runtime-overlay';
import { askFor } from './ask-for.js';

export function consoleSizeOnWindows(): Step {
  // An engine does not change its system while it runs.
  let system: unknown;
  return {
    async around(request, next, ask) {
      const host = memberOf(request.body, 'HostConfig');
      const size = memberOf(host, 'ConsoleSize');
      if (!isList(size) || !size.some(isGiven)) return next(request);
      system ??= memberOf(await askFor(ask, 'SystemInfo'), 'OSType');
      if (system === 'windows') return next(request);
      return next({
        ...request,
        body: withMember(request.body, 'HostConfig', withMember(host, 'ConsoleSize', undefined)),
      });
    },
  };
}
