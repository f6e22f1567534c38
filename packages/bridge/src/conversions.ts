/** The conversions between neighbouring versions, and the routes that they form. */
import { newerClients, olderClients } from '@lading/overlay-v1.41';
import { compareVersions } from '@lading/runtime-wire';
import { conversionRoutes, type Conversion, type ConversionProvider } from '@lading/runtime-overlay';

const providers: readonly ConversionProvider[] = [
  { client: '1.41', engine: '1.44', load: olderClients },
  { client: '1.44', engine: '1.41', load: newerClients },
];

/** The versions that conversions exist for, oldest first. */
export const versions: readonly string[] = [...new Set(providers.map(({ client }) => client))].sort(compareVersions);

/** Returns a conversion from every version to that of the engine; the engine's own version is not converted. */
export function conversionsTo(engine: string): readonly Conversion[] {
  const route = conversionRoutes(providers);
  return versions.map((client) =>
    client === engine ? { client, engine, of: () => undefined } : route(client, engine),
  );
}
