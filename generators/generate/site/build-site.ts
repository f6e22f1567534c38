/** The reference of all versions as a site: docs packages, generated into a temporary folder and rendered. */
import { packApis } from '../../compare/index.js';
import { dirname, join, resolve } from '../../document/path.js';
import { defineApiEmitter, type VersionEmitter } from '../../emitter/index.js';
import { compareVersions } from '../../ir/index.js';
import { createTemporaryFolder, removeTemporaryFolder, writeFiles } from '../../write/index.js';
import { generate } from '../generate.js';
import { generateRequest } from '../generate-request.js';
import type { ShowProgress } from '../progress.js';
import { generatorFolder } from '../repository.js';
import type { SourceOptions } from '../sources.js';
import { Steps } from '../steps.js';
import { loadMocks } from './mocks.js';
import { render, type SiteComparison, type SiteRenderer, type SiteTarget } from './renderer.js';

/** The documents of a site, its settings, and the folder of the mocks to which "Try it" sends requests. */
export interface SiteOptions extends SourceOptions {
  readonly settings?: string;
  readonly mocks?: string;
}

/** Generates the docs packages into a temporary folder and renders them. @returns the number of files of the site, and its mocks */
export async function buildSite(
  renderer: SiteRenderer,
  site: string,
  options: SiteOptions,
  show: ShowProgress,
): Promise<{ readonly count: number; readonly target: SiteTarget | undefined }> {
  const packages = createTemporaryFolder('lading-docs-packages-');
  const { settings, mocks } = options;
  try {
    const { folders, comparison, versions } = await writePackages(packages, options, show);
    const target = mocks === undefined ? undefined : await loadMocks(mocks, versions);
    show('rendering the site');
    return await render(() => {
      const siteSettings = settings === undefined ? {} : renderer.readSettings(resolve(settings));
      const files = renderer.buildSite(renderer.readSources(folders), siteSettings, comparison);
      return { count: renderer.writeSite(files, site), target };
    });
  } finally {
    removeTemporaryFolder(packages);
  }
}

/** The packages of a site, and what its page for any two versions needs. */
interface SitePackages {
  /** The folders of the docs packages, the newest version first. */
  readonly folders: readonly string[];
  readonly comparison: SiteComparison | undefined;
  readonly versions: readonly string[];
}

/** The emitter of the data with which a page compares any two versions. */
const comparedVersions = defineApiEmitter()({
  name: 'compared-versions',
  emit: ({ timeline }) => {
    if (timeline.versions.length < 2) return { files: [] };
    const apis = timeline.versions.map(({ api }) => api).sort((a, b) => compareVersions(a.version, b.version));
    return { files: [{ path: 'versions.json', text: JSON.stringify(packApis(apis)), printed: true }] };
  },
});

async function writePackages(out: string, options: SiteOptions, show: ShowProgress): Promise<SitePackages> {
  const { config, api, document, spec } = options;
  const sources = {
    ...(config !== undefined && { config }),
    ...(api !== undefined && { api }),
    ...(document && { document }),
    ...(spec && { spec }),
  };
  const all = await generateRequest({ ...sources, out, docs: true, paths: false }, show);
  // A build writes the data of its packages, if there is one.
  const { docsWithData } = await import('../../emit/docs/index.js');
  const byVersion = [...all.emittersByVersion].map(([version, emitters]) => [version, described(emitters)] as const);
  const request = {
    ...all,
    emitters: described(all.emitters),
    emittersByVersion: new Map(byVersion),
    options: docsWithData(all.options),
    workspace: false,
    apiEmitters: [{ emitter: comparedVersions, folder: comparedVersions.name, options: {} }],
  };
  const onRead = (path: string) => show(`reading ${path}`);
  const { files } = await generate(request, new Steps(show), { onRead });
  const versionsFile = `${comparedVersions.name}/versions.json`;
  // The data are in `dist` if the build of the packages writes them.
  const pageLists = files.filter(({ path }) => /\/docs\/(gen|dist)\/index\.json$/.test(path));
  const folders = pageLists.map(({ path }) => dirname(dirname(path)));
  await writeFiles(
    out,
    files.filter(({ path }) => [...folders, comparedVersions.name].some((folder) => path.startsWith(`${folder}/`))),
  );
  // A folder is named for its version.
  return {
    versions: pageLists.map(({ text }) => (JSON.parse(text) as { readonly version: string }).version),
    folders: folders
      .sort((a, b) => compareVersions(dirname(b).slice(1), dirname(a).slice(1)))
      .map((folder) => join(out, folder)),
    comparison: files.some(({ path }) => path === versionsFile)
      ? { versions: join(out, versionsFile), script: join(generatorFolder, 'dist', 'compare', 'compare.page.js') }
      : undefined,
  };
}

/** Returns the emitters whose packages appear on the pages. Others, such as custom ones, do not run. */
function described(emitters: readonly VersionEmitter[]): readonly VersionEmitter[] {
  return emitters.filter(({ name }) => ['client', 'server', 'docs'].includes(name));
}
