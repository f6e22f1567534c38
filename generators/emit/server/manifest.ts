/** What the package.json and the README of a server package say. */
import {
  packageName,
  propertyKey,
  serverRuntime,
  shortVersion,
  titleLine,
  type Naming,
  type PackageManifest,
  type PackageReadme,
} from '../../emitter/index.js';
import type { ServerEmitContext } from './handler-results.js';

export function manifestOf(
  { api, names, dialect }: ServerEmitContext,
  naming: Naming,
  passages: Required<PackageReadme>['passages'],
): PackageManifest {
  const [first] = api.operations;
  const { title, version } = api;
  const facts = {
    types: packageName(naming, 'types', version),
    security: api.securitySchemes.map(({ name }) => propertyKey(name)),
    operations: api.operations.length,
    nouns: names.nouns.length,
    noun: first === undefined ? 'noun' : first.noun,
    verb: first === undefined ? 'verb' : first.verb,
    call: first === undefined ? 'Call' : names.call(first).name,
    result: first === undefined ? 'Result' : names.result(first).name,
    contract: packageName(naming, 'contract', version),
  };
  return {
    runtime: serverRuntime,
    globals: ['node'],
    description: `Server stubs for ${titleLine(title)}, version ${shortVersion(version)}`,
    entries: ['exact/index'],
    readme: { template: dialect.readme, facts, passages },
  };
}
