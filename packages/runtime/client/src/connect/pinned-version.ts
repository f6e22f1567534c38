/** The version of the API that the environment asks for. */
import { InputError } from '../error/index.js';

/**
 * `DOCKER_API_VERSION`, with or without a leading `v`: whoever sets it wants this version and no negotiation.
 * @throws InputError when it is set to something else than a version.
 */
export function pinnedVersion(env: Readonly<Record<string, string | undefined>> = process.env): string | undefined {
  const text = env['DOCKER_API_VERSION'];
  if (text === undefined || text === '') return undefined;
  const version = text.replace(/^v/, '');
  if (/^\d{1,9}\.\d{1,9}$/.test(version)) return version;
  throw new InputError(
    'VERSION_INVALID',
    `DOCKER_API_VERSION is ${JSON.stringify(text.slice(0, 40))}: it should be like 1.44.`,
  );
}
