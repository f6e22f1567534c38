/** At 1.41 the initial console size applies to Windows only; on other systems it is ignored. */
import { isGiven, isList, propertyOf, withProperty, type Hook } from '@lading/runtime-conversion';
import { fetchBody } from './fetch-body.js';

export function consoleSizeOnWindows(): Hook {
  // The operating system of an engine does not change while it runs.
  let system: unknown;
  const aroundWithSize: Hook['around'] = async (request, next, ask) => {
    system ??= propertyOf(await fetchBody(ask, 'SystemInfo'), 'OSType');
    if (system === 'windows') return next(request);
    const host = withProperty(propertyOf(request.body, 'HostConfig'), 'ConsoleSize', undefined);
    return next({ ...request, body: withProperty(request.body, 'HostConfig', host) });
  };
  return {
    // Not async, since most clients send no size and each turn of the event loop costs.
    around(request, next, ask) {
      const size = propertyOf(request.body, 'HostConfig', 'ConsoleSize');
      return isList(size) && size.some(isGiven) ? aroundWithSize(request, next, ask) : next(request);
    },
  };
}
