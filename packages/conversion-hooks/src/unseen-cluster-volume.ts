/** At 1.41 there are no cluster volumes: a client must not delete volumes that it cannot see. */
import { isGiven, propertyOf, Refusal, type Hook } from '@lading/runtime-overlay';
import { fetchBody } from './fetch-body.js';

export function unseenClusterVolume(): Hook {
  return {
    async around(request, next, ask) {
      const { name } = request.path;
      const volume = await fetchBody(ask, 'VolumeInspect', { path: { name } });
      if (!isGiven(propertyOf(volume, 'ClusterVolume'))) return next(request);
      throw new Refusal(404, `get ${String(name)}: no such volume`, 'volume-cluster');
    },
  };
}
