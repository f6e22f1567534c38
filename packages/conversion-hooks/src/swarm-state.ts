/** At 1.41 a ping does not report the state of the node in a swarm, but the system information does. */
import { isGiven, propertyOf, type Hook } from '@lading/runtime-conversion';
import { fetchBody } from './fetch-body.js';

export function swarmState(): Hook {
  return {
    async around(request, next, ask) {
      const response = await next(request);
      const hasState = Object.keys(response.headers).some((name) => name.toLowerCase() === 'swarm');
      if (response.status >= 400 || hasState) return response;
      // A ping must not fail: without the system information the state is left out.
      const swarm = propertyOf(await fetchBody(ask, 'SystemInfo').catch(() => undefined), 'Swarm');
      const state = propertyOf(swarm, 'LocalNodeState');
      if (!isGiven(state)) return response;
      const role = propertyOf(swarm, 'ControlAvailable') === true ? 'manager' : 'worker';
      return {
        ...response,
        headers: { ...response.headers, Swarm: state === 'active' ? `active/${role}` : String(state) },
      };
    },
  };
}
