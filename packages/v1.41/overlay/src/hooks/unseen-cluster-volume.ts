/** At 1.41 there are no cluster volumes: a client must not delete volumes that it cannot see. */
import { isGiven, memberOf, Refusal, type Step } from '@lading/runtime-overlay';
import { fetchBody } from './fetch-body.js';

export function unseenClusterVolume(): Step {
  return {
    async around(request, next, ask) {
      const { name } = request.path;
      const volume = await fetchBody(ask, 'VolumeInspect', { path: { name } });
      if (!isGiven(memberOf(volume, 'ClusterVolume'))) return next(request);
      throw new Refusal(404, `get ${String(name)}: no such volume`, 'volume-cluster');
    },
  };
}
