/** What the package.json and the README of a docs package say. */
import { codeSpan, shortVersion, titleLine, type PackageManifest } from '../../emitter/index.js';
import { buildSettings, type DocsBuild } from './docs-build.js';
import type { EmittedDocs } from './emit-docs.js';
import { readmeTemplate } from './readme-template.js';

interface DocsData {
  /** The folder of the data, if the package has them. */
  readonly dataFolder: string | undefined;
  readonly build: DocsBuild | undefined;
}

export function manifestOf({ context: { api }, pages }: EmittedDocs, { dataFolder, build }: DocsData): PackageManifest {
  const facts = {
    operations: api.operations.length,
    schemas: api.schemas.length,
    pages: pages.length,
    anchors: anchorsOf(pages).join(', '),
    data: dataFolder,
    isBuilt: build !== undefined,
    sharedPages: pages.filter(({ version }) => version !== api.version).length,
  };
  return {
    description: `The reference of ${titleLine(api.title)}, version ${shortVersion(api.version)}`,
    // Every file is read by its path, which is the same with a build.
    ...(build && {
      packageJson: {
        exports: { './gen/*.md': './gen/*.md', './gen/*': './dist/*', './package.json': './package.json' },
        files: ['dist', 'gen'],
        ...buildSettings(build),
      },
    }),
    readme: { template: readmeTemplate, facts },
  };
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
