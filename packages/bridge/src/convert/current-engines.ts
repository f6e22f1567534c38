/** What engines of today send to older clients, although engines of those versions did not. */
import type { Conversion, ConversionProvider, Rule } from '@lading/runtime-overlay';

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

/** What engines of 20.10 ignored at 1.41, and those of today refuse at any version. */
function isRefusedAtAnyVersion({ difference, at }: Rule): boolean {
  if (difference === 'wait-condition') return true;
  // Options of tmpfs are still ignored.
  return difference === 'mount-optmismatch' && !/TmpfsOptions$/.test(at.body ?? '');
}

/** Returns the conversions for an engine of today: responses to clients of 1.41 keep what it sends at any version. */
export function forCurrentEngines({ client, engine, load }: ConversionProvider): ConversionProvider {
  if (client !== '1.41' || engine !== '1.44') return { client, engine, load };
  return { client, engine, load: () => ofCurrentEngine(load()) };
}

function ofCurrentEngine(conversion: Conversion): Conversion {
  const applies = (rule: Rule, message: 'request' | 'response'): boolean =>
    message === 'request' ? !isRefusedAtAnyVersion(rule) : !sentAtAnyVersion.has(rule.difference ?? '');
  return conversion.withRules?.(applies) ?? conversion;
}
