/** The files of a docs package outside `gen/`: its package.json, its README. */
import {
  codeSpan,
  jsonText,
  packageFolder,
  packageName,
  packageVersion,
  readmeText,
  shortVersion,
  titleLine,
  type Naming,
  type OutputFile,
} from '../../emitter/index.js';
import { buildSettings, type DocsBuild } from './docs-build.js';
import type { EmittedDocs } from './emit-docs.js';
import { readmeTemplate } from './readme-template.js';

export function packageFiles(emitted: EmittedDocs, naming: Naming, build?: DocsBuild): readonly OutputFile[] {
  const folder = packageFolder('docs', emitted.context.api.version);
  return [
    { path: `${folder}/package.json`, text: jsonText(manifestOf(emitted, naming, build)) },
    { path: `${folder}/README.md`, text: readmeOf(emitted, naming, build) },
  ];
}

/** Returns a package.json. The package contains no code, and every file is read by its path, which is the same with a build. */
function manifestOf({ context: { api, differences } }: EmittedDocs, naming: Naming, build?: DocsBuild): object {
  const { base } = differences;
  const settings = build && buildSettings(build);
  return {
    name: packageName(naming, 'docs', api.version),
    version: packageVersion(api.version),
    description: `The reference of ${titleLine(api.title)}, version ${shortVersion(api.version)}`,
    ...(naming.license && { license: naming.license.value }),
    type: 'module',
    engines: { node: '>=20.19' },
    exports: {
      ...(build && { './gen/*.md': './gen/*.md' }),
      './gen/*': build === undefined ? './gen/*' : './dist/*',
      './package.json': './package.json',
    },
    files: [...(build === undefined ? [] : ['dist']), 'gen'],
    ...(settings && { scripts: settings.scripts }),
    ...(base && { dependencies: { [packageName(naming, 'docs', base.version)]: `^${packageVersion(base.version)}` } }),
    nx: { tags: ['scope:packages', `version:${shortVersion(api.version)}`], ...settings?.nx },
  };
}

function readmeOf({ context: { api, differences }, pages }: EmittedDocs, naming: Naming, build?: DocsBuild): string {
  const { base } = differences;
  const { title, version } = api;
  return readmeText(
    readmeTemplate,
    { kind: 'docs', naming, title, version, extends: base?.version, dependencies: [] },
    {
      operations: api.operations.length,
      schemas: api.schemas.length,
      pages: pages.length,
      anchors: anchorsOf(pages).join(', '),
      data: build === undefined ? 'gen' : 'dist',
      isBuilt: build !== undefined,
      sharedPages: pages.filter(({ version }) => version !== api.version).length,
    },
  );
}

/** Returns the anchors of a field and an operation, as examples. */
function anchorsOf(pages: EmittedDocs['pages']): readonly string[] {
  const all = pages.map(({ page }) => page);
  const schema = all.find((page) => page.kind === 'schema' && page.fields.length > 0);
  const group = all.find((page) => page.kind === 'group' && page.operations.length > 0);
  const places = [
    schema?.kind === 'schema' ? [schema.path, schema.fields[0]?.anchor] : [],
    group?.kind === 'group' ? [group.path, group.operations[0]?.anchor] : [],
  ];
  return places.filter(([path]) => path !== undefined).map(([path, anchor]) => codeSpan(`${path}#${anchor}`));
}
