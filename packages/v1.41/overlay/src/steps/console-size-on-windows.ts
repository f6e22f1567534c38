/** At 1.41 the initial size of a console is for Windows only; elsewhere it is ignored. */
import { isGiven, isList, memberOf, withMember, type Step } from '@lading/runtime-overlay';
import { askFor } from './ask-for.js';

export function consoleSizeOnWindows(): Step {
  // An engine does not change its system while it runs.
  let system: unknown;
  const where: Step['around'] = async (request, next, ask) => {
    system ??= memberOf(await askFor(ask, 'SystemInfo'), 'OSType');
    if (system === 'windows') return next(request);
    const host = withMember(memberOf(request.body, 'HostConfig'), 'ConsoleSize', undefined);
    return next({ ...request, body: withMember(request.body, 'HostConfig', host) });
  };
  return {
    // Not async itself: most clients send no size, and each turn of the loop costs.
    around(request, next, ask) {
      const size = memberOf(request.body, 'HostConfig', 'ConsoleSize');
      return isList(size) && size.some(isGiven) ? where(request, next, ask) : next(request);
    },
  };
}
