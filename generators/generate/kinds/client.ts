/** The client of a version. */
import { clientRuntimeNamed, clientPackage, type ClientPackage } from '../../emit/client/index.js';
import { contract, contractOf } from './contract.js';
import { baseOf, type Kind } from './kind.js';
import { typesOf, types } from './types.js';

export const client: Kind<ClientPackage> = {
  name: 'client',
  needs: [types, contract],
  isCode: true,
  isPure: true,
  needsNode: true,
  unsupported: ({ clientRuntime }) => clientRuntimeNamed(clientRuntime).unsupported,
  make: (version) => {
    const { described, naming, clientRuntime, prose } = version;
    const { base } = baseOf(client, version);
    return clientPackage(described.api, {
      naming,
      runtime: clientRuntime,
      readmes: prose.readmes,
      types: typesOf(version),
      contract: contractOf(version),
      ...(base && { base }),
    });
  },
};
