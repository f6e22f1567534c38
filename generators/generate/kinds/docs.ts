/** The reference of a version, which shows calls of the client and the server. */
import { compareApis } from '../../compare/index.js';
import { areAdjacent, compareVersions } from '../../ir/index.js';
import { callsApi } from '../../emit/client/index.js';
import { docsPackage, type DocsBase, type DocsPackage } from '../../emit/docs/index.js';
import { handlersApi } from '../../emit/server/index.js';
import { client } from './client.js';
import { baseOf, type Kind, type VersionToMake } from './kind.js';
import { server } from './server.js';

export const docs: Kind<DocsPackage> = {
  name: 'docs',
  needs: [],
  after: [client, server],
  isCode: false,
  isPure: true,
  make: (version) => {
    const { described, naming, head, openapi, alreadyEmitted, prose, docsBuild: build } = version;
    const [called, handled] = [alreadyEmitted(client), alreadyEmitted(server)];
    const spelling = {
      ...(called && { client: callsApi(called.emitted) }),
      ...(handled && { server: handlersApi(handled.emitted) }),
    };
    const base = comparedWith(version);
    return docsPackage(described.api, {
      ...{ naming, spelling, openapi: openapi(), head, prose },
      ...(base && { base }),
      ...(build && { build }),
    });
  },
};

/** Returns the nearest ancestor that has a reference, its pages, and the differences. */
function comparedWith(input: VersionToMake): DocsBase | undefined {
  const { described, ancestors } = input;
  const { base } = baseOf(docs, input);
  const ancestor = ancestors.find(({ version }) => version === base?.version);
  if (base === undefined || ancestor === undefined) return undefined;
  const [own, other] = [described.version, base.version];
  const isOlder = isBefore(other, own);
  const { emitted } = base;
  if (described.extends === other) {
    const { changes, rules = [], differences = [] } = described;
    const newer = isOlder ? own : other;
    const direct = { version: other, emitted, isOlder, changes, rules, differences };
    return areAdjacent(own, other) ? { ...direct, versionOf: () => newer } : direct;
  }
  const [older, newer] = isOlder ? [ancestor.api, described.api] : [described.api, ancestor.api];
  // The versions between have no reference, but their overlays have the rules and the reasons of the changes.
  const steps = [described, ...ancestors.slice(0, ancestors.indexOf(ancestor))].filter(
    (step) => isBefore(step.extends ?? '', step.version) === isOlder,
  );
  const differences = steps.flatMap((step) => step.differences ?? []);
  return {
    version: other,
    emitted,
    isOlder,
    changes: compareApis(older, newer),
    versionOf: ({ kind, place }) => {
      const step = steps.find(({ changes }) => changes.some((each) => each.kind === kind && each.place === place));
      return isOlder ? step?.version : step?.extends;
    },
    rules: steps.flatMap(({ rules = [] }) => rules),
    differences: [...new Map(differences.map((difference) => [difference.id, difference])).values()],
  };
}

function isBefore(version: string, other: string): boolean {
  return compareVersions(version, other) < 0;
}
