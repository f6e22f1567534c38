/** The versions that a generated server serves besides its own. */
import type { Contract } from '@lading/runtime-wire';
import type { LazyVersion } from './options.js';

/** @param contracts loads the contract of each version @param own the version of the handlers */
export function otherVersions(
  contracts: Readonly<Record<string, () => Promise<Contract>>>,
  own: string,
): readonly LazyVersion[] {
  return Object.entries(contracts)
    .filter(([version]) => version !== own)
    .map(([version, load]) => ({ version, load }));
}
