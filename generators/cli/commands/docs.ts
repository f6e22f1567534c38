/** `lading docs`: the reference of all versions as a site. */
import { join, relative, resolve } from '../../document/path.js';
import { InvalidArgumentError, type Command } from 'commander';
import { LadingError } from '../../diagnostics/index.js';
import { createTemporaryFolder, removeTemporaryFolder } from '../../write/index.js';
import { exitCodes } from '../exit-codes.js';
import { collect } from '../output.js';
import { withProgress } from '../../generate/progress.js';
import { buildSite, type SiteOptions } from '../../generate/site/build-site.js';
import { loadSiteRenderer, render, type SiteRenderer, type SiteTarget } from '../../generate/site/renderer.js';

interface DocsCommandOptions extends SiteOptions {
  readonly out?: string;
  readonly port: number;
  readonly host?: readonly string[];
  readonly server?: string;
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
  const build = (site: string) => withProgress(options, (show) => buildSite(renderer, site, options, show));
  if (options.out !== undefined) {
    const { count } = await build(resolve(options.out));
    if (options.quiet !== true)
      process.stdout.write(`${count} files in ${relative(process.cwd(), options.out) || '.'}\n`);
    return exitCodes.done;
  }
  const folder = createTemporaryFolder('lading-docs-');
  try {
    const site = join(folder, 'site');
    const { target } = await build(site);
    await serveUntilSignal(renderer, site, options, url === undefined ? target : { server: url });
    return exitCodes.done;
  } finally {
    removeTemporaryFolder(folder);
  }
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

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  return port;
}

function serverOf(text: string): string {
  if (!/^https?:\/\/[^\s"'<>]+$/.test(text)) throw new InvalidArgumentError('A server is an http or https URL.');
  return text;
}
