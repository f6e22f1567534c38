/** Below 1.52 an engine that stores images as snapshots calls the snapshotter its graph driver. */
import { isGiven, propertyOf, withProperty, type Hook } from '@lading/runtime-conversion';
import { fetchBody } from './fetch-body.js';

export function graphDriver(): Hook {
  return {
    async around(request, next, ask) {
      const response = await next(request);
      if (response.status >= 400 || isGiven(propertyOf(response.body, 'GraphDriver'))) return response;
      const named = propertyOf(response.body, 'Storage', 'RootFS', 'Snapshot', 'Name');
      const Name = isGiven(named) ? named : (propertyOf(await fetchBody(ask, 'SystemInfo'), 'Driver') ?? '');
      return { ...response, body: withProperty(response.body, 'GraphDriver', { Data: null, Name }) };
    },
  };
}
