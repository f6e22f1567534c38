/** The files of a docs package outside `gen/`: its package.json, its README. */
import {
  jsonText,
  packageFolder,
  packageName,
  packageVersion,
  readmeText,
  shortVersion,
  titleLine,
  type Naming,
  type OutputFile,
} from '../../code/index.js';
import type { EmittedDocs } from './emit-docs.js';
import { readmeTemplate } from './readme-template.js';

export function packageFiles(emitted: EmittedDocs, naming: Naming): readonly OutputFile[] {
  const folder = packageFolder('docs', emitted.room.api.version);
  return [
    { path: `${folder}/package.json`, text: jsonText(manifestOf(emitted, naming)) },
    { path: `${folder}/README.md`, text: readmeOf(emitted, naming) },
  ];
}

/** No code: nothing to build, and every file to be read by its path. */
function manifestOf({ room: { api, differences } }: EmittedDocs, naming: Naming): object {
  const { base } = differences;
  return {
    name: packageName(naming, 'docs', api.version),
    version: packageVersion(api.version),
    description: `The reference of ${titleLine(api.title)}, version ${shortVersion(api.version)}`,
    license: 'Apache-2.0',
    type: 'module',
    engines: { node: '>=20.19' },
    exports: { './gen/*': './gen/*', './package.json': './package.json' },
    files: ['gen'],
    ...(base && { dependencies: { [packageName(naming, 'docs', base.version)]: `^${packageVersion(base.version)}` } }),
    nx: { tags: ['room:packages', `version:${shortVersion(api.version)}`] },
  };
}

function readmeOf({ room: { api, differences }, pages }: EmittedDocs, naming: Naming): string {
  const { base } = differences;
  const { title, version } = api;
  return readmeText(
    readmeTemplate,
    { kind: 'docs', naming, title, version, extends: base?.version, on: [] },
    {
      operations: api.operations.length,
      shapes: api.shapes.length,
      pages: pages.length,
      same: pages.filter(({ version }) => version !== api.version).length,
    },
  );
}
