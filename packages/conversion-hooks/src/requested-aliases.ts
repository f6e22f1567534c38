/** From 1.45 on the aliases of a container are those that were requested, without the names that the engine adds. */
import { isList, propertyOf, withProperty, type Hook } from '@lading/runtime-conversion';
import { namesOf } from './added-aliases.js';
import { withUserEndpoints } from './user-networks.js';

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
