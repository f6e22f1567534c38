/** At 1.41 a ping does not tell the place of the node in a swarm; the information about the system does. */
import { isGiven, memberOf, type Step } from '@lading/runtime-overlay';
import { askFor } from './ask-for.js';

export function swarmState(): Step {
  return {
    async around(request, next, ask) {
      const response = await next(request);
      const isTold = Object.keys(response.headers).some((name) => name.toLowerCase() === 'swarm');
      if (response.status >= 400 || isTold) return response;
      // A ping is always answered; what it does not tell is not known.
      const swarm = memberOf(await askFor(ask, 'SystemInfo').catch(() => undefined), 'Swarm');
      const state = memberOf(swarm, 'LocalNodeState');
      if (!isGiven(state)) return response;
      const role = memberOf(swarm, 'ControlAvailable') === true ? 'manager' : 'worker';
      return {
        ...response,
        headers: { ...response.headers, Swarm: state === 'active' ? `active/${role}` : String(state) },
      };
    },
  };
}
