/** The files of a client package outside `gen/`: its package.json, its compiler options, its README. */
import {
  clientRuntime,
  packageFilesOf,
  packageName,
  readmeText,
  shortVersion,
  titleLine,
  type Naming,
  type OutputFile,
  type ReadmePassages,
} from '../../code/index.js';
import type { ClientEmitContext } from './reading.js';
import { errorsOf } from './operation.js';
import { readmeTemplate } from './readme-template.js';

export interface ClientPackageContext {
  readonly context: ClientEmitContext;
  readonly naming: Naming;
  /** The version that it extends. */
  readonly extends?: string;
  readonly readmes: ReadmePassages;
}

export function packageFiles(context: ClientPackageContext): readonly OutputFile[] {
  const {
    context: { api },
    naming,
    extends: base,
  } = context;
  return packageFilesOf({
    kind: 'client',
    naming,
    version: api.version,
    ...(base !== undefined && { extends: base }),
    requiredKinds: ['types', 'contract'],
    runtime: clientRuntime,
    globals: ['node'],
    description: `A client for ${titleLine(api.title)}, version ${shortVersion(api.version)}`,
    entries: ['exact/index'],
    readme: readmeOf(context),
  });
}

function readmeOf({ context: { api, names }, naming, extends: base, readmes }: ClientPackageContext): string {
  const [first] = api.operations;
  const errors = new Set(api.operations.flatMap(errorsOf).filter((name) => name !== 'EngineError'));
  const { title, version } = api;
  const types = packageName(naming, 'types', version);
  const dependencies = [types, packageName(naming, 'contract', version), clientRuntime.package];
  return readmeText(
    readmeTemplate,
    { kind: 'client', naming, title, version, extends: base, dependencies },
    {
      types,
      operations: api.operations.length,
      nouns: names.nouns.length,
      first: first === undefined ? 'close()' : `${names.table(first.noun).name}.${first.verb}(…)`,
      constant: first === undefined ? 'operation' : names.operation(first).name,
      errors:
        errors.size === 0
          ? 'none is documented here'
          : [...errors]
              .sort()
              .map((name) => `\`${name}\``)
              .join(', '),
    },
    { use: readmes.client, exactUse: readmes.exactClient },
  );
}
