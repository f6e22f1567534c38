/** The aliases of a container. */
import { isList, propertyOf, withProperty, type Hook } from '@lading/runtime-conversion';
import { withUserEndpoints } from './networks.js';

/** Below 1.45 the aliases of a container end with the names that the engine adds: its short ID and its host name. */
export function addedAliases(): Hook {
  return {
    async around(request, next) {
      const response = await next(request);
      if (response.status >= 400) return response;
      const names = namesOf(response.body);
      const body = withUserEndpoints(response.body, (endpoint) => {
        const requested = propertyOf(endpoint, 'Aliases');
        return withProperty(endpoint, 'Aliases', [...new Set([...(isList(requested) ? requested : []), ...names])]);
      });
      return { ...response, body };
    },
  };
}

/** Returns the names that the engine adds to the aliases of an inspected container. */
export function namesOf(container: unknown): readonly unknown[] {
  const shortId = String(propertyOf(container, 'Id') ?? '').slice(0, 12);
  return [shortId, propertyOf(container, 'Config', 'Hostname') ?? ''];
}

/** From 1.45 on the aliases of a container are those that were requested, without the names that the engine adds. */
export function requestedAliases(): Hook {
  return {
    async around(request, next) {
      const response = await next(request);
      if (response.status >= 400) return response;
      const [shortId, hostName] = namesOf(response.body);
      const body = withUserEndpoints(response.body, (endpoint) => {
        const aliases = propertyOf(endpoint, 'Aliases');
        if (!isList(aliases)) return endpoint;
        const end = aliases.indexOf(shortId);
        // What follows the short ID was requested afterwards, unless it is the host name.
        const left = aliases.filter((alias, index) => end < 0 || index < end || (index > end && alias !== hostName));
        return withProperty(endpoint, 'Aliases', left.length === 0 ? null : left);
      });
      return { ...response, body };
    },
  };
}
