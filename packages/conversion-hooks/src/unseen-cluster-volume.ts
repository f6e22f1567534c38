/** At 1.41 there are no cluster volumes: a client must neither see nor delete them. */
import { isGiven, propertyOf, Refusal, type Hook } from '@lading/runtime-conversion';
import { fetchBody } from './fetch-body.js';

export function unseenClusterVolume(): Hook {
  return {
    async around(request, next, ask) {
      const { name } = request.path;
      const unseen = (): Refusal => new Refusal(404, `get ${String(name)}: no such volume`, 'volume-cluster');
      if (request.operation === 'VolumeInspect') {
        const response = await next(request);
        // The swarm was asked for the volume, too, and has other words.
        if (response.status === 404 || isGiven(propertyOf(response.body, 'ClusterVolume'))) throw unseen();
        return response;
      }
      const volume = await fetchBody(ask, 'VolumeInspect', { path: { name } });
      if (isGiven(propertyOf(volume, 'ClusterVolume'))) throw unseen();
      return next(request);
    },
  };
}
