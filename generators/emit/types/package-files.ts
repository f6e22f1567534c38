/** The files of a types package outside `gen/`: its package.json, its compiler options, its README. */
import {
  packageFilesOf,
  readmeText,
  shortVersion,
  titleLine,
  type Naming,
  type OutputFile,
  type ReadmePassages,
  basePathOf,
  originOf,
  type Api,
} from '../../emitter/index.js';
import { readmeTemplate } from './readme-template.js';

export interface TypesPackageContext {
  readonly api: Api;
  readonly naming: Naming;
  /** The version that it extends. */
  readonly extends?: string;
  readonly hasPaths: boolean;
  readonly readmes: ReadmePassages;
}

export function packageFiles(context: TypesPackageContext): readonly OutputFile[] {
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

function readmeOf({ api, naming, extends: base, hasPaths, readmes }: TypesPackageContext): string {
  const { title, version } = api;
  return readmeText(
    readmeTemplate,
    { kind: 'types', naming, title, version, extends: base, dependencies: [] },
    {
      hasPaths,
      operations: api.operations.length,
      schemas: api.schemas.length,
      address: urlText(`${originOf(api.servers) ?? 'http://localhost'}${basePathOf(api.servers)}`),
    },
    { use: readmes.types, paths: readmes.paths },
  );
}

/**
 * Returns a URL of the document as text for code: characters that no URL contains are escaped, lone surrogates
 * replaced.
 */
function urlText(url: string): string {
  return url
    .replace(/\p{Cs}/gu, '\uFFFD')
    .replace(/[^\w:/?#@!$&()*+,;=.~%[\]-]/gu, (character) =>
      character === "'" ? '%27' : encodeURIComponent(character),
    );
}
