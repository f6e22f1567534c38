/** At 1.41 the initial console size applies to Windows only; on other systems it is ignored. */
import { isGiven, isList, memberOf, withMember, type Step } from '@lading/runtime-overlay';
import { fetchBody } from './fetch-body.js';

export function consoleSizeOnWindows(): Step {
  // The operating system of an engine does not change while it runs.
  let system: unknown;
  const aroundWithSize: Step['around'] = async (request, next, ask) => {
    system ??= memberOf(await fetchBody(ask, 'SystemInfo'), 'OSType');
    if (system === 'windows') return next(request);
    const host = withMember(memberOf(request.body, 'HostConfig'), 'ConsoleSize', undefined);
    return next({ ...request, body: withMember(request.body, 'HostConfig', host) });
  };
  return {
    // Not async, since most clients send no size and each turn of the event loop costs.
    around(request, next, ask) {
      const size = memberOf(request.body, 'HostConfig', 'ConsoleSize');
      return isList(size) && size.some(isGiven) ? aroundWithSize(request, next, ask) : next(request);
    },
  };
}
