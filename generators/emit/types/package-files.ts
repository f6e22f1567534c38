/** The files of a types package outside `gen/`: its package.json, its compiler options, its README. */
import {
  packageFilesOf,
  readmeText,
  shortVersion,
  titleLine,
  type Naming,
  type OutputFile,
  type ReadmePassages,
} from '../../code/index.js';
import type { Api } from '../../ir/index.js';
import { readmeTemplate } from './readme-template.js';

export interface PackageContext {
  readonly api: Api;
  readonly naming: Naming;
  /** The version it extends. */
  readonly extends?: string;
  readonly hasPaths: boolean;
  readonly readmes: ReadmePassages;
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

function readmeOf({ api, naming, extends: base, hasPaths, readmes }: PackageContext): string {
  const { title, version } = api;
  return readmeText(
    readmeTemplate,
    { kind: 'types', naming, title, version, extends: base, on: [] },
    {
      hasPaths,
      operations: api.operations.length,
      schemas: api.schemas.length,
      address: urlText(`${api.origin ?? 'http://localhost'}${api.basePath}`),
    },
    { use: readmes.types, paths: readmes.paths },
  );
}

/** A URL of the document as one in code: whatever no URL holds is escaped, half characters are replaced. */
function urlText(url: string): string {
  return url
    .replace(/\p{Cs}/gu, '\uFFFD')
    .replace(/[^\w:/?#@!$&()*+,;=.~%[\]-]/gu, (character) =>
      character === "'" ? '%27' : encodeURIComponent(character),
    );
}
