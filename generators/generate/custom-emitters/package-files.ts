/** The files of a custom package outside `gen/`: its package.json, its compiler options, its README. */
import {
  markdownText,
  packageFilesOf,
  packageName,
  readmeText,
  titleLine,
  type Naming,
  type OutputFile,
} from '../../code/index.js';
import type { EmittedPackage, Emitter } from '../../emitter/index.js';
import type { Api } from '../../ir/index.js';

export interface CustomPackageContext {
  readonly api: Api;
  readonly naming: Naming;
  /** The version it extends. */
  readonly extends: string | undefined;
}

export function packageFiles(
  { kind, needs = [] }: Emitter,
  { description, dependencies, compilerOptions, readme, files = [] }: EmittedPackage,
  { api, naming, extends: base }: CustomPackageContext,
): readonly OutputFile[] {
  return packageFilesOf({
    kind,
    naming,
    version: api.version,
    ...(base !== undefined && { extends: base }),
    requiredKinds: needs,
    ...(dependencies && { dependencies }),
    ...(files.length > 0 && { hasData: true }),
    ...(compilerOptions && { compilerOptions }),
    description: titleLine(description),
    entries: [],
    readme: readme ?? readmeOf(kind, description, { api, naming, extends: base }, needs),
  });
}

function readmeOf(kind: string, description: string, context: CustomPackageContext, needs: readonly string[]): string {
  const { api, naming, extends: base } = context;
  const dependencies = needs.map((other) => packageName(naming, other, api.version));
  const of = { kind, naming, title: api.title, version: api.version, extends: base, dependencies };
  return readmeText(parts, of, { description: markdownText(titleLine(description)) });
}

const parts = { about: '{{description}}.', use: '', more: '' };
