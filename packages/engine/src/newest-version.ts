/** What the engine does for clients of versions that are newer than that of its handlers. */
import { HttpError, type ServerOptions } from '@lading/server';
import { selectAttestations } from './images/attestations.js';
import type { ImageService } from './images/image-service.js';
import { machinePlatform, parsePlatform } from './images/platform.js';

type ConversionProvider = NonNullable<ServerOptions['conversions']>[number];
type Conversion = ReturnType<ConversionProvider['load']>;
type Convert = NonNullable<ReturnType<Conversion['of']>>;
type RequestMessage = Parameters<Convert>[0];
type ResponseMessage = Awaited<ReturnType<Convert>>;

/** What the conversions take from the engine, at the time of a request. */
interface NewestState {
  readonly images: ImageService;
  /** The Node Resource Interface in the information about the engine. @default none */
  readonly nri?: NriInfo | undefined;
}

/** The Node Resource Interface, by which plugins adjust containers: pairs of a label and a value. */
export interface NriInfo {
  readonly Info: readonly (readonly [label: string, value: string])[];
}

/** Differences of which overlays say that an engine of the older version ignores the request. This engine does what it asks for. */
const done: ReadonlySet<string> = new Set(['update-device-limits', 'connect-mac-address']);

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

function withNri(convert: Convert | undefined, state: () => NewestState): Convert | undefined {
  return async (request, next, ask) => {
    const response = await (convert === undefined ? next(request) : convert(request, next, ask));
    const { nri } = state();
    if (nri === undefined || response.status !== 200) return response;
    return { ...response, body: { ...(response.body as object), NRI: nri } };
  };
}
