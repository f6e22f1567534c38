/** The server of a version. */
import { serverPackage, type ServerPackage } from '../../emit/server/index.js';
import { memoBy } from '../../memo/index.js';
import { baseOf, needed, type Kind } from './kind.js';
import { typeRooms, types } from './types.js';

const known = memoBy<ServerPackage>();

export const server: Kind<ServerPackage> = {
  name: 'server',
  needs: [types],
  isCode: true,
  needsNode: true,
  make: (version) => {
    const { described, naming, prose } = version;
    const { base } = baseOf(server, version);
    const { emitted } = needed(version.made(types));
    return known([described.api, naming, emitted, prose, ...(base ? [base.emitted] : [])], () =>
      serverPackage(described.api, {
        naming,
        readmes: prose.readmes,
        types: typeRooms(version).plain,
        ...(base && { base }),
      }),
    );
  },
};
