/** The conversions between all versions, and the routes that they form. */
import { steps } from '@lading/conversions';
import { compareVersions } from '@lading/runtime-wire';
import { conversionRoutes, providersOf, type ConversionProvider, type FindRoute } from '@lading/runtime-conversion';
import { forCurrentEngines } from './current-engines.js';

/** The versions that conversions exist for, oldest first. */
export const versions: readonly string[] = [...new Set(steps.flatMap(({ older, newer }) => [older, newer]))].sort(
  compareVersions,
);

/** Those versions in words. */
export const versionsText = `${versions[0]} to ${versions.at(-1)}`;

/**
 * Returns the conversions for one engine: their hooks may have state. Clients of the engine's own version are not converted.
 *
 * @param own conversions that replace those between the same versions
 */
export function conversionsForEngine(own: readonly ConversionProvider[] = []): FindRoute {
  const route = conversionRoutes([...providersOf(steps).map(forCurrentEngines), ...own]);
  return (client, engine) => (client === engine ? { client, engine, of: () => undefined } : route(client, engine));
}
