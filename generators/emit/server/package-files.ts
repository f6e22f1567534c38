/** The files of a server package outside `gen/`: its package.json, its compiler options, its README. */
import {
  packageFilesOf,
  packageName,
  propertyKey,
  readmeText,
  serverRuntime,
  shortVersion,
  titleLine,
  type Naming,
  type OutputFile,
  type ReadmePassages,
} from '../../emitter/index.js';
import type { ServerEmitContext } from './handler-results.js';

export interface ServerPackageContext {
  readonly emitted: ServerEmitContext;
  readonly naming: Naming;
  /** The version that it extends. */
  readonly extends?: string;
  readonly readmes: ReadmePassages;
}

export function packageFiles(context: ServerPackageContext): readonly OutputFile[] {
  const {
    emitted: { api },
    naming,
    extends: base,
  } = context;
  return packageFilesOf({
    kind: 'server',
    naming,
    version: api.version,
    ...(base !== undefined && { extends: base }),
    requiredKinds: ['types', 'contract'],
    runtime: serverRuntime,
    globals: ['node'],
    description: `Server stubs for ${titleLine(api.title)}, version ${shortVersion(api.version)}`,
    entries: ['exact/index'],
    readme: readmeOf(context),
  });
}

function readmeOf({ emitted: { api, names, dialect }, naming, extends: base, readmes }: ServerPackageContext): string {
  const [first] = api.operations;
  const { title, version } = api;
  const types = packageName(naming, 'types', version);
  const dependencies = [types, packageName(naming, 'contract', version), serverRuntime.package];
  return readmeText(
    dialect.readme,
    { kind: 'server', naming, title, version, extends: base, dependencies },
    {
      types,
      security: api.securitySchemes.map(({ name }) => propertyKey(name)),
      operations: api.operations.length,
      nouns: names.nouns.length,
      noun: first === undefined ? 'noun' : first.noun,
      verb: first === undefined ? 'verb' : first.verb,
      call: first === undefined ? 'Call' : names.call(first).name,
      result: first === undefined ? 'Result' : names.result(first).name,
      contract: packageName(naming, 'contract', version),
    },
    { use: readmes.server },
  );
}
