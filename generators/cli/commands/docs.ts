/** `lading docs`: the reference of all versions as a site. */
import { dirname, join, relative, resolve } from '../../document/path.js';
import { packApis } from '../../compare/index.js';
import { InvalidArgumentError, type Command } from 'commander';
import { LadingError } from '../../diagnostics/index.js';
import { compareVersions } from '../../ir/index.js';
import { createTemporaryFolder, removeTemporaryFolder, writeFiles } from '../../write/index.js';
import { exitCodes } from '../exit-codes.js';
import { generate } from '../../generate/generate.js';
import { generateRequest } from '../../generate/generate-request.js';
import { defineApiEmitter, type VersionEmitter } from '../../emitter/index.js';
import { generatorFolder } from '../../generate/repository.js';
import { withProgress, type ShowProgress } from '../../generate/progress.js';
import { loadMocks } from '../generated-mocks.js';
import { loadSiteRenderer, type SiteComparison, type SiteRenderer, type SiteTarget } from '../site-renderer.js';
import { Steps } from '../../generate/steps.js';

interface DocsCommandOptions {
  readonly config?: string;
  readonly api?: string;
  readonly document?: readonly string[];
  readonly spec?: string;
  readonly out?: string;
  readonly settings?: string;
  readonly port: number;
  readonly host?: readonly string[];
  readonly server?: string;
  readonly mocks?: string;
  readonly quiet?: true;
}

const examples = `
The reference is generated from the documents, whether or not the packages of the configuration contain it. Its pages show
calls of clients and servers if the configuration generates these. The package @lading/docs renders it; outside of the
repository of lading, install it first: npm install --save-dev @lading/docs

Examples:
  $ lading docs                             serve the reference of the configured versions until Ctrl-C
  $ lading docs --port 0                    serve it on any free port
  $ lading docs --settings site.json        use the logo, the colours and the URL of these settings
  $ lading docs --out public                write the site to public/, and serve nothing
  $ lading docs --document openapi.yaml     serve the reference of a document, without a configuration
  $ lading docs --server http://localhost:8080/api   let readers try the operations of this server
  $ lading docs --mocks generated           let readers try the operations on the generated mocks of this folder`;

export function docsCommand(program: Command, ended: (code: number) => void): void {
  program
    .command('docs')
    .description('Build the reference of every version as a site, and serve it on this machine')
    .option('--out <dir>', 'write the site to this folder, and serve nothing')
    .option('--port <number>', 'serve on this port; 0 takes any free port', portOf, 8044)
    .option('--host <name>', 'respond to this name too, as through a proxy (repeatable; default: localhost)', collect)
    .option('--server <url>', 'send the requests of "Try it" to this server', serverOf)
    .option(
      '--mocks <dir>',
      'respond to the requests of "Try it" with the built packages of mocks in this output folder',
    )
    .option('--config <file>', 'use this configuration')
    .option('--api <name>', 'use this API of the configuration, if it has several')
    .option('--document <file>', 'use this document (repeatable; one per version)', collect)
    .option('--spec <dir>', 'use the specification in this folder')
    .option('--settings <file>', 'use these settings of the site: URL, logo, colours …, see @lading/docs')
    .option('--quiet', 'print only the URL and problems')
    .addHelpText('after', examples)
    .action(async (options: DocsCommandOptions) => ended(await runDocs(options)));
}

async function runDocs(options: DocsCommandOptions): Promise<number> {
  const { server: url, mocks } = options;
  if (url !== undefined && mocks !== undefined)
    throw new LadingError({
      code: 'USAGE',
      subject: '--server cannot be combined with --mocks',
      place: 'lading docs',
      remedy: 'Use one of them',
    });
  const renderer = await loadSiteRenderer();
  if (options.out !== undefined) {
    const { count } = await buildSite(renderer, resolve(options.out), options);
    if (options.quiet !== true)
      process.stdout.write(`${count} files in ${relative(process.cwd(), options.out) || '.'}\n`);
    return exitCodes.done;
  }
  const folder = createTemporaryFolder('lading-docs-');
  try {
    const site = join(folder, 'site');
    const { target } = await buildSite(renderer, site, options);
    await serveUntilSignal(renderer, site, options, url === undefined ? target : { server: url });
    return exitCodes.done;
  } finally {
    removeTemporaryFolder(folder);
  }
}

/** Generates the docs packages into a temporary folder and renders them. @returns the number of files of the site, and its mocks */
async function buildSite(
  renderer: SiteRenderer,
  site: string,
  options: DocsCommandOptions,
): Promise<{ readonly count: number; readonly target: SiteTarget | undefined }> {
  const packages = createTemporaryFolder('lading-docs-packages-');
  const { settings, mocks } = options;
  try {
    return await withProgress(options, async (show) => {
      const { folders, comparison, versions } = await writePackages(packages, options, show);
      const target = mocks === undefined ? undefined : await loadMocks(mocks, versions);
      show('rendering the site');
      return render(() => {
        const siteSettings = settings === undefined ? {} : renderer.readSettings(resolve(settings));
        const files = renderer.buildSite(renderer.readSources(folders), siteSettings, comparison);
        return { count: renderer.writeSite(files, site), target };
      });
    });
  } finally {
    removeTemporaryFolder(packages);
  }
}

/** The packages of a site, and what its page for any two versions needs. */
interface SitePackages {
  /** The folders of the docs packages, the newest version first. */
  readonly folders: readonly string[];
  readonly comparison: SiteComparison;
  readonly versions: readonly string[];
}

/** The emitter of the data with which a page compares any two versions. */
const comparedVersions = defineApiEmitter()({
  name: 'compared-versions',
  emit: ({ timeline }) => {
    const apis = timeline.versions.map(({ api }) => api).sort((a, b) => compareVersions(a.version, b.version));
    return { files: [{ path: 'versions.json', text: JSON.stringify(packApis(apis)), printed: true }] };
  },
});

async function writePackages(out: string, options: DocsCommandOptions, show: ShowProgress): Promise<SitePackages> {
  const { config, api, document, spec } = options;
  const sources = {
    ...(config !== undefined && { config }),
    ...(api !== undefined && { api }),
    ...(document && { document }),
    ...(spec && { spec }),
  };
  const all = await generateRequest({ ...sources, out, docs: true, paths: false }, show);
  const byVersion = [...all.emittersByVersion].map(([version, emitters]) => [version, described(emitters)] as const);
  const request = {
    ...all,
    emitters: described(all.emitters),
    emittersByVersion: new Map(byVersion),
    workspace: false,
    apiEmitters: [{ emitter: comparedVersions, folder: comparedVersions.name, options: {} }],
  };
  const onRead = (path: string) => show(`reading ${path}`);
  const { files } = await generate(request, new Steps(show), { onRead });
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
    comparison: {
      versions: join(out, comparedVersions.name, 'versions.json'),
      script: join(generatorFolder, 'dist', 'compare', 'compare.page.js'),
    },
  };
}

/** Returns the emitters whose packages appear on the pages. Others, such as custom ones, do not run. */
function described(emitters: readonly VersionEmitter[]): readonly VersionEmitter[] {
  return emitters.filter(({ name }) => ['client', 'server', 'docs'].includes(name));
}

async function serveUntilSignal(
  renderer: SiteRenderer,
  site: string,
  { port, host = [], quiet }: DocsCommandOptions,
  target: SiteTarget | undefined,
): Promise<void> {
  const server = await render(() => renderer.serve(site, port, { hosts: host, ...(target && { target }) }));
  const address = server.address();
  const home = `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? port) : port}/`;
  process.stdout.write(quiet === true ? `${home}\n` : `${home}\nCtrl-C ends it.\n`);
  // The listeners remain: npx forwards the signal that a terminal sends too, and a second one must not skip the cleanup.
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
  });
  server.closeAllConnections();
  server.close();
}

/** Runs a function of the renderer. @throws SITE_FAILED */
async function render<T>(run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    // The renderer's own error, and those of the system.
    if (!(error instanceof Error) || !(error.name === 'DocsError' || 'code' in error)) throw error;
    const isPortTaken = 'code' in error && error.code === 'EADDRINUSE';
    throw new LadingError({
      code: 'SITE_FAILED',
      subject: isPortTaken ? 'The port is in use' : error.message,
      place: 'lading docs',
      remedy: isPortTaken ? 'Use another one: --port 0' : remedyOf(error),
    });
  }
}

function remedyOf(error: Error): string {
  return 'remedy' in error && typeof error.remedy === 'string'
    ? error.remedy
    : 'Correct what the message names, and run it again';
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  return port;
}

function serverOf(text: string): string {
  if (!/^https?:\/\/[^\s"'<>]+$/.test(text)) throw new InvalidArgumentError('A server is an http or https URL.');
  return text;
}

function collect(path: string, paths: readonly string[] = []): readonly string[] {
  return [...paths, path];
}
