/** The runtimes in which the smoke tests of the clients run, which are installed when they are first needed. */
import { group } from '@lading/run/installs';

/** @returns {{ readonly nodes: readonly string[], readonly bun: string, readonly deno: string }} the paths of the programs */
export function installRuntimes() {
  const runtimes = group('runtimes');
  runtimes.install();
  // The packages of Node all provide the command `node`, so they are installed under aliases.
  const nodes = runtimes.versions.map(([name]) => name).filter((name) => name.startsWith('node'));
  return {
    nodes: nodes.map((name) => runtimes.file(`${name}/bin/node`)),
    bun: runtimes.file('.bin/bun'),
    deno: runtimes.file('.bin/deno'),
  };
}
