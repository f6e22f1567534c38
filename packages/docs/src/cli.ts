/** The command `lading-docs`, which builds the site and serves it. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DocsError } from './docs-error.js';
import { serve, type ServeOptions } from './serve.js';
import { buildSite, readSettings, withUrls, type SiteSettings } from './site/index.js';
import { packageFolders, readSources } from './source/index.js';
import { Sandboxes } from './try/sandboxes.js';
import type { TryTarget } from './try/try-server.js';
import { writeSite } from './write-site.js';

const helpText = `Usage: lading-docs <build|serve> [options]

Builds the reference of an API as a static site: every version whose docs package is installed.

  build            write the site; it can be opened from the file system
  serve            build the site and serve it on 127.0.0.1

  --out DIR        the output folder (default: site)
  --package DIR    a docs package, instead of the installed ones; repeat for each version
  --settings FILE  a JSON file: url, repository, edit, logo, icon, touchIcon, picture, accent, search, sandbox; see the README
  --url URL        where the site is published, instead of the setting
  --repository URL the repository with the sources, instead of the setting
  --engine         serve an engine for "Try it" too: a sandbox for each visitor, by @lading/engine
  --server URL     send the requests of "Try it" to this server
  --built          serve the site that the output folder has already
  --port N         the port to serve on (default: 8044; 0 selects a free one)
  --host NAME      a further name of this machine in the address of the site, as through a proxy; repeatable
  --help           show this help

Examples:
  lading-docs build --out public
  lading-docs serve --port 8080
  lading-docs build --settings site.json --url https://reference.example/
  lading-docs build --package packages/v1.44/docs --package packages/v1.41/docs
`;

/** Runs the command. @returns the exit code; 2 if the arguments are invalid */
export async function main(args: readonly string[]): Promise<number> {
  try {
    const { values, positionals } = parseArguments(args);
    const [command, ...rest] = positionals;
    if (values.help) return print(helpText);
    if (rest.length > 0 || (command !== 'build' && command !== 'serve'))
      return fail(`unknown command: ${positionals.join(' ')}`);
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 0 || port > 65_535) return fail(`--port ${values.port} is not a valid port`);
    const out = resolve(values.out);
    const { url, repository } = values;
    const settings = withUrls(values.settings === undefined ? {} : readSettings(resolve(values.settings)), {
      ...(url !== undefined && { url }),
      ...(repository !== undefined && { repository }),
    });
    if (values.engine && values.server !== undefined) return fail('--engine and --server exclude each other');
    if (values.server !== undefined && !/^https?:\/\//.test(values.server))
      return fail(`--server ${values.server} is not an http or https URL`);
    if (values.built && command === 'build') return fail('--built is an option of serve');
    // A missing engine is reported before the site is built.
    const target = command === 'serve' ? targetOf(values.engine, values.server, settings) : undefined;
    const startServer = () => serveSite(out, port, { hosts: values.host ?? [], target });
    if (values.built) return await startServer();
    const start = performance.now();
    const sources = readSources(values.package?.map((folder) => resolve(folder)) ?? packageFolders());
    const count = writeSite(buildSite(sources, settings), out);
    print(`${count} files in ${out}, ${Math.round(performance.now() - start)} ms\n`);
    return command === 'build' ? 0 : await startServer();
  } catch (error) {
    if (error instanceof DocsError)
      return fail(error.remedy === undefined ? error.message : `${error.message}. ${error.remedy}.`, 1);
    if (error instanceof TypeError && 'code' in error) return fail(error.message);
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      return fail('the port is in use; try --port 0', 1);
    // What the system refuses, such as a port.
    if (error instanceof Error && 'syscall' in error) return fail(error.message, 1);
    throw error;
  }
}

function targetOf(engine: boolean, server: string | undefined, { sandbox }: SiteSettings): TryTarget | undefined {
  if (engine) return { sandboxes: new Sandboxes(sandbox) };
  return server === undefined ? undefined : { server };
}

async function serveSite(folder: string, port: number, options: ServeOptions): Promise<number> {
  const server = await serve(folder, port, options);
  const { target } = options;
  if (target !== undefined && 'sandboxes' in target)
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => void target.sandboxes.close().finally(() => process.exit()));
  const address = server.address();
  return print(`http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? port) : port}/\n`);
}

function parseArguments(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      out: { type: 'string', default: 'site' },
      package: { type: 'string', multiple: true },
      port: { type: 'string', default: '8044' },
      host: { type: 'string', multiple: true },
      engine: { type: 'boolean', default: false },
      server: { type: 'string' },
      built: { type: 'boolean', default: false },
      settings: { type: 'string' },
      url: { type: 'string' },
      repository: { type: 'string' },
      help: { type: 'boolean', default: false, short: 'h' },
    },
  });
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

function fail(text: string, exitCode = 2): number {
  process.stderr.write(`lading-docs: ${text}\n${exitCode === 2 ? 'Run lading-docs --help for usage.\n' : ''}`);
  return exitCode;
}
