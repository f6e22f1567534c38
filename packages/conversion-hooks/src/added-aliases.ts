/** Below 1.45 the aliases of a container end with the names that the engine adds: its short ID and its host name. */
import { isList, propertyOf, withProperty, type Hook } from '@lading/runtime-conversion';
import { withUserEndpoints } from './user-networks.js';

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
