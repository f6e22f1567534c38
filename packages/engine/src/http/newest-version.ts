/** What the engine does for clients of versions that are newer than that of its handlers. */
import { contracts } from '@lading/conversions/contracts';
import { HttpError, type Hooks, type ServerOptions } from '@lading/server-v1.44';
import type { ContainerInspectResponse } from '@lading/types-v1.44';
import { selectAttestations } from '../objects/images/attestations.js';
import type { ContainerService } from '../objects/containers/container-service.js';
import type { ImageService } from '../objects/images/image-service.js';
import { machinePlatform, parsePlatform } from '../distribution/platform.js';

type ConversionProvider = NonNullable<ServerOptions['conversions']>[number];
type Conversion = ReturnType<ConversionProvider['load']>;
type Convert = NonNullable<ReturnType<Conversion['of']>>;
type RequestMessage = Parameters<Convert>[0];
type ResponseMessage = Awaited<ReturnType<Convert>>;

/** What the conversions take from the engine, at the time of a request. */
interface NewestState {
  readonly images: ImageService;
  readonly containers: ContainerService;
  /** The Node Resource Interface in the information about the engine. @default none */
  readonly nri?: NriInfo | undefined;
}

/** The Node Resource Interface, by which plugins adjust containers: pairs of a label and a value. */
export interface NriInfo {
  readonly Info: readonly (readonly [label: string, value: string])[];
}

/** Differences of which overlays say that an engine of the older version ignores the request. This engine does what it asks for. */
const done: ReadonlySet<string> = new Set(['update-device-limits', 'connect-mac-address', 'volume-subpath']);

/** Returns a function that loads the conversions, with what this engine does. */
export function loadConversionsOf(state: () => NewestState): () => Promise<readonly ConversionProvider[]> {
  return async () => {
    const { steps } = await import('@lading/conversions');
    return steps.flatMap(({ older, newer, olderClients, newerClients }) => [
      { client: older, engine: newer, load: olderClients },
      { client: newer, engine: older, load: () => ofThisEngine(newerClients(), state) },
    ]);
  };
}

/** The version of the handlers. */
const base = '1.44';

const minorOf = (version: string): number => Number(version.split('.')[1]);

/** The requests of clients that do not know a version yet. They are the same in all versions from that of the handlers on. */
const pings = ['SystemPing', 'SystemPingHead'];

/** The versions of other clients, whose contracts are loaded when such a client connects. */
export const servedVersions: NonNullable<ServerOptions['serves']> = Object.entries(contracts)
  .filter(([version]) => version !== base)
  .map(([version, load]) => ({ version, load, ...(minorOf(version) > minorOf(base) && { unchanged: pings }) }));

/** The operations of which a newer engine refuses requests of older clients that engines of their time ignored. */
const refused = ['ContainerCreate'] as const;

/**
 * Returns hooks that refuse what an engine of the newest version refuses at the version of the client, such as a mount of a part of a
 * volume below 1.45: an engine of the base version would ignore it, and clients of that version are not converted.
 *
 * @param newest that the engine offers
 */
export function refusalsOf(newest: string | undefined): Hooks {
  const prepared = new Map<string, Promise<readonly Convert[]>>();
  const refusalsFor = (version: string, operation: string): Promise<readonly Convert[]> => {
    const key = `${version} ${operation}`;
    const refusals = prepared.get(key) ?? prepareRefusals(operation, version, newest);
    prepared.set(key, refusals);
    return refusals;
  };
  const before: Hooks['before'] = async ({ operation, version, path, query, body }) => {
    const message = { operation, path, query, headers: {}, body } as RequestMessage;
    for (const refuse of await refusalsFor(version, operation)) await refuse(message, nothingDone, nothingFound);
  };
  return { operations: Object.fromEntries(refused.map((operation) => [operation, { before }])) };
}

/** The refusals of the steps from the version of a client, or the base version, to the newest one. */
async function prepareRefusals(
  operation: string,
  version: string,
  newest: string | undefined,
): Promise<readonly Convert[]> {
  const { steps } = await import('@lading/conversions');
  const first = Math.max(minorOf(version), minorOf(base));
  const last = newest === undefined ? Infinity : minorOf(newest);
  return steps
    .filter(({ older, newer }) => minorOf(older) >= first && minorOf(newer) <= last)
    .map(({ olderClients }) => olderClients())
    .map((all) => all.withRules?.(({ rule }, message) => message === 'request' && rule === 'refuse').of(operation))
    .filter((convert) => convert !== undefined);
}

const nothingDone: Parameters<Convert>[1] = async () => ({ status: 200, headers: {} });
const nothingFound: Parameters<Convert>[2] = async () => ({ status: 404, headers: {} });

function ofThisEngine(conversion: Conversion, state: () => NewestState): Conversion {
  const doing = conversion.withRules?.(({ difference }) => !done.has(difference ?? '')) ?? conversion;
  if (conversion.client === '1.55')
    return {
      ...doing,
      of: (operation) =>
        operation === 'ImageAttestations'
          ? async (request) => attestations(request, state().images)
          : doing.of(operation),
    };
  if (conversion.client === '1.45')
    return {
      ...doing,
      of: (operation) =>
        operation === 'ContainerInspect' ? withEmptyAliases(doing.of(operation), state) : doing.of(operation),
    };
  if (conversion.client === '1.53')
    return {
      ...doing,
      of: (operation) => (operation === 'SystemInfo' ? withNri(doing.of(operation), state) : doing.of(operation)),
    };
  return doing;
}

function attestations({ path, query }: RequestMessage, images: ImageService): ResponseMessage {
  const platforms = (query['platform'] ?? []) as readonly string[];
  if (platforms.length > 1) return failure(400, 'only one platform value is currently supported');
  try {
    const image = images.find(String(path['name']));
    const [wanted] = platforms;
    const platform = wanted ? parsePlatform(wanted) : machinePlatform;
    const types = ((query['type'] ?? []) as readonly string[]).map((type) => type.trim()).filter((type) => type !== '');
    const body = selectAttestations(image, { platform, types, withStatement: query['statement'] === true });
    if (body === undefined) return failure(404, `image ${path['name'] as string} has no manifest for this platform`);
    return { status: 200, headers: {}, body };
  } catch (error) {
    if (error instanceof HttpError) return failure(error.status, error.message);
    throw error;
  }
}

function failure(status: number, message: string): ResponseMessage {
  return { status, headers: {}, body: { message } };
}

/** Below 1.45 aliases end with names that the engine adds, by which a conversion cannot tell an empty array from none. */
function withEmptyAliases(convert: Convert | undefined, state: () => NewestState): Convert | undefined {
  return async (request, next, ask) => {
    const response = await (convert === undefined ? next(request) : convert(request, next, ask));
    if (response.status !== 200) return response;
    const body = response.body as ContainerInspectResponse;
    const { endpoints } = state().containers.find(body.Id);
    const networks = Object.entries(body.NetworkSettings.Networks ?? {}).map(([name, settings]) => [
      name,
      { ...settings, Aliases: settings.Aliases ?? (endpoints[name]?.aliases ? [] : null) },
    ]);
    const NetworkSettings = { ...body.NetworkSettings, Networks: Object.fromEntries(networks) as object };
    return { ...response, body: { ...body, NetworkSettings } };
  };
}

function withNri(convert: Convert | undefined, state: () => NewestState): Convert | undefined {
  return async (request, next, ask) => {
    const response = await (convert === undefined ? next(request) : convert(request, next, ask));
    const { nri } = state();
    if (nri === undefined || response.status !== 200) return response;
    return { ...response, body: { ...(response.body as object), NRI: nri } };
  };
}
