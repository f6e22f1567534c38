/** At 1.41 there are no cluster volumes: what a client cannot see it does not delete. */
import { isGiven, memberOf, Refusal, type Step } from '@lading/runtime-overlay';
import { askFor } from './ask-for.js';

export function unseenClusterVolume(): Step {
  return {
    async around(request, next, ask) {
      const { name } = request.path;
      const volume = await askFor(ask, 'VolumeInspect', { path: { name } });
      if (!isGiven(memberOf(volume, 'ClusterVolume'))) return next(request);
      throw new Refusal(404, `get ${String(name)}: no such volume`, 'volume-cluster');
    },
  };
}
