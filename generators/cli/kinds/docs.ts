/** The reference of a version, which shows calls of the client and the server. */
import { compareVersions } from '../../overlay/index.js';
import { callsApi } from '../../emit/client/index.js';
import { docsPackage, type DocsPackage } from '../../emit/docs/index.js';
import { handlersApi } from '../../emit/server/index.js';
import { client } from './client.js';
import type { Kind, VersionToMake } from './kind.js';
import { server } from './server.js';

export const docs: Kind<DocsPackage> = {
  name: 'docs',
  needs: [],
  after: [client, server],
  isCode: false,
  isPure: true,
  make: (version) => {
    const { described, naming, head, openapi, alreadyEmitted, prose } = version;
    const [called, handled] = [alreadyEmitted(client), alreadyEmitted(server)];
    const spelling = {
      ...(called && { client: callsApi(called.emitted) }),
      ...(handled && { server: handlersApi(handled.emitted) }),
    };
    const base = comparedWith(version);
    return docsPackage(described.api, { naming, spelling, openapi: openapi(), head, prose, ...(base && { base }) });
  },
};

/** Returns the extended version, its pages, and the differences. */
function comparedWith({ described, alreadyEmitted }: VersionToMake) {
  const { version, extends: base, changes, rules = [], differences = [] } = described;
  const emitted = base === undefined ? undefined : alreadyEmitted(docs, base)?.emitted;
  if (base === undefined || emitted === undefined) return undefined;
  return { version: base, emitted, isOlder: compareVersions(base, version) < 0, changes, rules, differences };
}
