/** The client of a version. */
import { clientPackage, type ClientPackage } from '../../emit/client/index.js';
import { memoBy } from '../../memo/index.js';
import { baseOf, needed, type Kind } from './kind.js';
import { typeRooms, types } from './types.js';

const known = memoBy<ClientPackage>();

export const client: Kind<ClientPackage> = {
  name: 'client',
  needs: [types],
  isCode: true,
  needsNode: true,
  make: (version) => {
    const { described, naming, prose } = version;
    const { base } = baseOf(client, version);
    const { emitted, exact } = needed(version.made(types));
    const before = base ? [base.emitted, base.exact] : [];
    return known([described.api, naming, emitted, exact, prose, ...before], () =>
      clientPackage(described.api, {
        naming,
        readmes: prose.readmes,
        types: typeRooms(version),
        ...(base && { base }),
      }),
    );
  },
};
