/** The conversions between all versions, and the routes that they form. */
import { steps } from '@lading/conversions';
import { compareVersions } from '@lading/runtime-wire';
import { conversionRoutes, providersOf, type Conversion } from '@lading/runtime-overlay';

/** The versions that conversions exist for, oldest first. */
export const versions: readonly string[] = [...new Set(steps.flatMap(({ older, newer }) => [older, newer]))].sort(
  compareVersions,
);

/** Those versions in words. */
export const versionsText = `${versions[0]} to ${versions.at(-1)}`;

const route = conversionRoutes(providersOf(steps));

/** Returns the conversion for clients of a version; the engine's own version is not converted. */
export function conversionTo(client: string, engine: string): Conversion {
  return client === engine ? { client, engine, of: () => undefined } : route(client, engine);
}
