/** Reads the API version that the environment requires. */
import { InputError } from '../error/index.js';
import type { Environment } from './connect-options.js';
import { isSet } from './is-set.js';

/**
 * Returns `DOCKER_API_VERSION`, with or without a leading `v`: it disables negotiation.
 *
 * @throws InputError when the variable is not a version
 */
export function pinnedVersion(env: Environment = process.env): string | undefined {
  const text = env['DOCKER_API_VERSION'];
  if (!isSet(text)) return undefined;
  const version = text.replace(/^v/, '');
  if (/^\d{1,9}\.\d{1,9}$/.test(version)) return version;
  throw new InputError(
    'VERSION_INVALID',
    `DOCKER_API_VERSION is ${JSON.stringify(text.slice(0, 40))}: it should be like 1.44.`,
  );
}
