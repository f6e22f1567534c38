/** What engines of today send to older clients, although engines of those versions did not. */
import type { Conversion, ConversionProvider, Rule } from '@lading/runtime-overlay';

type Message = 'request' | 'response';

/**
 * Differences of 1.41 between engines rather than between versions: the overlay of 1.41 says what an engine of 20.10 sends, whose
 * newest version it is. An engine of 1.42 and later sends these properties and headers at any version, and its clients ignore what
 * they do not know. Without them they would get a value that no engine has sent, such as a limit of kernel memory.
 */
const sentAtAnyVersion: ReadonlySet<string> = new Set([
  'dnsnames',
  'info-cdi',
  'kernelmemory-inspect',
  'ping-swarm',
  'swarm-privileges',
  'task-volumes',
]);

/**
 * What requests need no conversion for: an unknown condition of a wait was ignored by engines of 20.10 and is refused by those of
 * today at any version. The networks of a service are converted: an engine of 26.1 reads them in either place at 1.44, one of 29
 * only in the task, and the service would lose them.
 */
const readAtAnyVersion: ReadonlySet<string> = new Set(['wait-condition']);

/**
 * Engines add an option to read-only bind mounts of older clients. They show it to them, and do not add it to those of services.
 */
function isForContainersAlone({ difference, rule }: Rule, message: Message, operation: string): boolean {
  if (difference !== 'ro-recursive') return false;
  return message === 'response' ? rule === 'drop' : rule === 'hook' && operation.startsWith('Service');
}

/** Returns the conversions for an engine of today: clients of 1.43 and 1.41, and older ones through them, get what it sends. */
export function forCurrentEngines({ client, engine, load }: ConversionProvider): ConversionProvider {
  if (engine !== '1.44' || !['1.43', '1.41'].includes(client)) return { client, engine, load };
  return { client, engine, load: () => ofCurrentEngine(load()) };
}

function ofCurrentEngine(conversion: Conversion): Conversion {
  const applies = (rule: Rule, message: Message, operation: string): boolean =>
    !(message === 'request' ? readAtAnyVersion : sentAtAnyVersion).has(rule.difference ?? '') &&
    !isForContainersAlone(rule, message, operation);
  return conversion.withRules?.(applies) ?? conversion;
}
