/** The contract of a version. */
import type { ContractContext } from '../../code/index.js';
import { contractContext, contractPackage, type ContractPackage } from '../../emit/contract/index.js';
import { baseOf, needed, type Kind, type VersionToMake } from './kind.js';

export const contract: Kind<ContractPackage> = {
  name: 'contract',
  needs: [],
  isCode: true,
  isPure: true,
  make: (version) => {
    const { described, naming } = version;
    return contractPackage(described.api, { naming, ...baseOf(contract, version) });
  },
};

/** The contract of a version as other emitters see it. */
export function contractOf({ alreadyEmitted }: VersionToMake): ContractContext {
  return contractContext(needed(alreadyEmitted(contract)).emitted);
}
