/** The files of a contract package outside `gen/`: its package.json, its compiler options, its README. */
import {
  packageFilesOf,
  readmeText,
  shortVersion,
  titleLine,
  wireRuntime,
  type Naming,
  type OutputFile,
  type Api,
} from '../../emitter/index.js';
import { contractEntries, type ContractNames } from './names.js';
import { readmeTemplate } from './readme-template.js';

export interface ContractPackageContext {
  readonly api: Api;
  readonly names: ContractNames;
  readonly naming: Naming;
  /** The version that it extends. */
  readonly extends?: string;
}

export function packageFiles(context: ContractPackageContext): readonly OutputFile[] {
  const { api, naming, extends: base } = context;
  return packageFilesOf({
    kind: 'contract',
    naming,
    version: api.version,
    ...(base !== undefined && { extends: base }),
    runtime: wireRuntime,
    description: `The operations of ${titleLine(api.title)}, version ${shortVersion(api.version)}, as data`,
    entries: contractEntries.map((entry) => `${entry}/index`),
    readme: readmeOf(context),
  });
}

function readmeOf({ api, names, naming, extends: base }: ContractPackageContext): string {
  const [first] = api.operations;
  const { title, version } = api;
  return readmeText(
    readmeTemplate,
    { kind: 'contract', naming, title, version, extends: base, dependencies: [wireRuntime.package] },
    {
      operations: api.operations.length,
      schemas: names.schemas.length,
      id: first?.id ?? 'Operation',
      constant: first === undefined ? 'operation' : names.operation(first).name,
    },
  );
}
