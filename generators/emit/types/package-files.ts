/** The files of a types package outside `gen/`: its package.json, its compiler options, its README. */
import { packageFilesOf, readmeText, shortVersion, titleLine, type Naming, type OutputFile } from '../../code/index.js';
import type { Api } from '../../ir/index.js';
import { readmeTemplate } from './readme-template.js';

export interface PackageContext {
  readonly api: Api;
  readonly naming: Naming;
  /** The version it extends. */
  readonly extends?: string;
  readonly hasPaths: boolean;
}

export function packageFiles(context: PackageContext): readonly OutputFile[] {
  const { api, naming, extends: base, hasPaths } = context;
  return packageFilesOf({
    kind: 'types',
    naming,
    version: api.version,
    ...(base !== undefined && { extends: base }),
    description: `Types for ${titleLine(api.title)}, version ${shortVersion(api.version)}`,
    entries: ['exact/index', ...(hasPaths ? ['paths'] : [])],
    readme: readmeOf(context),
  });
}

function readmeOf({ api, naming, extends: base, hasPaths }: PackageContext): string {
  const { title, version } = api;
  const names = new Set(api.shapes.map(({ name }) => name));
  return readmeText(
    readmeTemplate,
    { kind: 'types', naming, title, version, extends: base, on: [] },
    {
      hasPaths,
      operations: api.operations.length,
      shapes: api.shapes.length,
      hasContainers: ['ContainerSummary', 'ContainerStateStatus'].every((name) => names.has(name)),
    },
  );
}
