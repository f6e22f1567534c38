/** The server of a version. */
import { serverDialectNamed, serverPackage, type ServerPackage } from '../../emit/server/index.js';
import { contract, contractOf } from './contract.js';
import { baseOf, type Kind } from './kind.js';
import { typesOf, types } from './types.js';

export const server: Kind<ServerPackage> = {
  name: 'server',
  needs: [types, contract],
  isCode: true,
  isPure: true,
  needsNode: true,
  unsupported: ({ serverDialect }) => serverDialectNamed(serverDialect).unsupported,
  make: (version) => {
    const { described, naming, serverDialect, prose } = version;
    const { base } = baseOf(server, version);
    return serverPackage(described.api, {
      naming,
      dialect: serverDialect,
      readmes: prose.readmes,
      types: typesOf(version),
      contract: contractOf(version),
      ...(base && { base }),
    });
  },
};
