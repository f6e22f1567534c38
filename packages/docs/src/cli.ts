/** `lading-docs`: builds the site, and serves it. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DocsError } from './docs-error.js';
import { serve } from './serve.js';
import { buildSite } from './site/index.js';
import { packageFolders, readSources } from './source/index.js';
import { writeSite } from './write-site.js';

const help = `Usage: lading-docs <build|serve> [options]

Builds the reference of the container engine HTTP API as a static site: every version whose docs package is installed.

  build            writes the site; it can be opened from the file system
  serve            builds it and serves it to this machine

  --out DIR        where the site goes (site)
  --package DIR    a docs package, instead of those installed; once for each version
  --port N         where it is served (8044; 0 takes any that is free)
  --help

Examples:
  lading-docs build --out public
  lading-docs serve --port 8080
  lading-docs build --package packages/v1.44/docs --package packages/v1.41/docs
`;

/** @returns the exit code; 2 when the arguments are wrong */
export async function main(args: readonly string[]): Promise<number> {
  try {
    const { values, positionals } = parsed(args);
    const [command, ...rest] = positionals;
    if (values.help) return said(help);
    if (rest.length > 0 || (command !== 'build' && command !== 'serve'))
      return refused(`unknown: ${positionals.join(' ')}`);
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 0 || port > 65_535)
      return refused(`--port ${values.port} is not a valid port`);
    const out = resolve(values.out);
    const began = performance.now();
    const sources = readSources(values.package?.map((folder) => resolve(folder)) ?? packageFolders());
    const count = writeSite(buildSite(sources), out);
    said(`${count} files in ${out}, ${Math.round(performance.now() - began)} ms\n`);
    if (command === 'build') return 0;
    const server = await serve(out, port);
    const address = server.address();
    return said(`http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? port) : port}/\n`);
  } catch (error) {
    if (error instanceof DocsError) return refused(error.message, 1);
    if (error instanceof TypeError && 'code' in error) return refused(error.message);
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      return refused('the port is in use; try --port 0', 1);
    throw error;
  }
}

function parsed(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      out: { type: 'string', default: 'site' },
      package: { type: 'string', multiple: true },
      port: { type: 'string', default: '8044' },
      help: { type: 'boolean', default: false, short: 'h' },
    },
  });
}

function said(text: string): number {
  process.stdout.write(text);
  return 0;
}

function refused(text: string, code = 2): number {
  process.stderr.write(`lading-docs: ${text}\n${code === 2 ? 'Run lading-docs --help for usage.\n' : ''}`);
  return code;
}
