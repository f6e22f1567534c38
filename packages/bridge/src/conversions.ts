/** The conversions between neighbouring versions, and the routes that they form. */
import * as v141 from '@lading/overlay-v1.41';
import * as v142 from '@lading/overlay-v1.42';
import * as v143 from '@lading/overlay-v1.43';
import { compareVersions } from '@lading/runtime-wire';
import { conversionRoutes, type Conversion, type ConversionProvider } from '@lading/runtime-overlay';

const steps = [
  { older: '1.43', newer: '1.44', ...v143 },
  { older: '1.42', newer: '1.43', ...v142 },
  { older: '1.41', newer: '1.44', ...v141 },
];

const providers: readonly ConversionProvider[] = steps.flatMap(({ older, newer, olderClients, newerClients }) => [
  { client: older, engine: newer, load: olderClients },
  { client: newer, engine: older, load: newerClients },
]);

/** The versions that conversions exist for, oldest first. */
export const versions: readonly string[] = [...new Set(providers.map(({ client }) => client))].sort(compareVersions);

const route = conversionRoutes(providers);

/** Returns the conversion for clients of a version; the engine's own version is not converted. */
export function conversionTo(client: string, engine: string): Conversion {
  return client === engine ? { client, engine, of: () => undefined } : route(client, engine);
}
