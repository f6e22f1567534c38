/** Builds the site with the command, once for all tests. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));
export const folder = join(repository, 'tools', 'e2e', 'docs', 'dist', 'site');
export const home = `${pathToFileURL(folder).href}/`;

/** Builds the site. @returns the processor time in seconds */
export function build(out = folder): number {
  const command = pathToFileURL(join(repository, 'packages', 'docs', 'bin', 'lading-docs.js')).href;
  const program = `await import(${JSON.stringify(command)});
    const { user, system } = process.cpuUsage();
    process.stderr.write(String((user + system) / 1e6));`;
  const settings = join(repository, 'spec', 'site', 'site.json');
  const args = ['lading-docs', 'build', '--out', out, '--settings', settings];
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program, '--', ...args], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`lading-docs build ended with ${status}: ${stderr}`);
  return Number(stderr);
}

/** The global setup of vitest. */
export default function setup(): void {
  build();
}

/** The paths of the pages, relative to the site: `v1.44/index.html`. */
export function pages(): string[] {
  return files().filter((path) => path.endsWith('.html'));
}

export function files(): string[] {
  if (!existsSync(folder)) throw new Error(`${folder} is not built`);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
}

export function text(path: string): string {
  return readFileSync(join(folder, path), 'utf8');
}
