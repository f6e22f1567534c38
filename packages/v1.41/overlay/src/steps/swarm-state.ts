/** At 1.41 a ping does not tell the place of the node in a swarm; the information about the system does. */
import { isGiven, memberOf, type Step } from '@lading/runtime-overlay';
import { askFor } from './ask-for.js';

export function swarmState(): Step {
  return {
    async around(request, next, ask) {
      const answer = await next(request);
      const isTold = Object.keys(answer.headers).some((name) => name.toLowerCase() === 'swarm');
      if (answer.status >= 400 || isTold) return answer;
      // A ping is always answered; what it does not tell is not known.
      const swarm = memberOf(await askFor(ask, 'SystemInfo').catch(() => undefined), 'Swarm');
      const state = memberOf(swarm, 'LocalNodeState');
      if (!isGiven(state)) return answer;
      const role = memberOf(swarm, 'ControlAvailable') === true ? 'manager' : 'worker';
      return {
        ...answer,
        headers: { ...answer.headers, Swarm: state === 'active' ? `active/${role}` : String(state) },
      };
    },
  };
}
