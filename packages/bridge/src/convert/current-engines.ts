/** What engines of today send to older clients, although engines of those versions did not. */
import {
  isGiven,
  propertyOf,
  type Ask,
  type Conversion,
  type ConversionProvider,
  type Rule,
} from '@lading/runtime-conversion';
import { compareVersions } from '@lading/runtime-wire';

type Message = 'request' | 'response';

/**
 * Differences between engines rather than between versions: overlays say what engines of their time send. A later engine sends these
 * properties and headers at any version, and its clients ignore what they do not know. Without them they would get a value that no
 * engine has sent, such as a limit of kernel memory.
 */
const sentAtAnyVersion: ReadonlySet<string> = new Set([
  'annotations',
  'dnsnames',
  'gateway-priority',
  'info-cdi',
  'kernelmemory-inspect',
  'mount-createmountpoint',
  'network-ipv4',
  'ping-swarm',
  'stats-os',
  'swarm-privileges',
  'task-volumes',
]);

/**
 * What disk usage has at any version: engines remove these properties from their lists for older clients, and do not from the same
 * objects here.
 */
const measuredAtAnyVersion: ReadonlySet<string> = new Set(['Containers[].Health', 'Images[].Descriptor']);

/**
 * What requests need no conversion for: an unknown condition of a wait was ignored by engines of 20.10 and is refused by those of
 * today at any version.
 */
const readAtAnyVersion: ReadonlySet<string> = new Set(['wait-condition']);

/**
 * The networks of a service: at 1.44 an engine reads them in either place, until it supports 1.52; then only in the task, and the
 * service would lose them. Where they are read, they stay, so that clients see what they have sent.
 */
const networksOfServices = { difference: 'service-networks', readUntil: '1.52' };

/**
 * Engines add an option to read-only bind mounts of older clients. They show it to them, and do not add it to those of services.
 */
function isForContainersAlone({ difference, rule }: Rule, message: Message, operation: string): boolean {
  if (difference !== 'ro-recursive') return false;
  return message === 'response' ? rule === 'drop' : rule === 'hook' && operation.startsWith('Service');
}

/** The conversions on the routes from older clients to an engine of today in which it sends more. */
const towardsToday: ReadonlySet<string> = new Set(['1.51 1.52', '1.47 1.48', '1.43 1.44', '1.42 1.43', '1.41 1.44']);

/** Returns the conversions for an engine of today: older clients get what it sends. */
export function forCurrentEngines({ client, engine, load }: ConversionProvider): ConversionProvider {
  if (!towardsToday.has(`${client} ${engine}`)) return { client, engine, load };
  return { client, engine, load: () => ofCurrentEngine(load()) };
}

function ofCurrentEngine(conversion: Conversion): Conversion {
  const applies = (rule: Rule, message: Message, operation: string): boolean =>
    !(message === 'request' ? readAtAnyVersion : sentAtAnyVersion).has(rule.difference ?? '') &&
    !isForContainersAlone(rule, message, operation) &&
    !(message === 'response' && operation === 'SystemDataUsage' && measuredAtAnyVersion.has(rule.at.body ?? ''));
  const moving = conversion.withRules?.(applies) ?? conversion;
  const stays: typeof applies = (rule, message, operation) =>
    rule.difference !== networksOfServices.difference && applies(rule, message, operation);
  const staying = conversion.withRules?.(stays) ?? conversion;
  return {
    ...moving,
    of(operation) {
      const [move, stay] = [moving.of(operation), staying.of(operation)];
      if (move === undefined || stay === undefined || !/^Service(Create|Update)$/.test(operation)) return move;
      return async (request, send, ask) => {
        const isAsked = isGiven(propertyOf(request.body, 'Networks'));
        const convert = isAsked && (await readsNetworksOfServices(ask)) ? stay : move;
        return convert(request, send, ask);
      };
    },
  };
}

async function readsNetworksOfServices(ask: Ask): Promise<boolean> {
  const { status, body } = await ask('SystemVersion');
  const newest = propertyOf(body, 'ApiVersion');
  return status < 400 && typeof newest === 'string' && compareVersions(newest, networksOfServices.readUntil) < 0;
}
