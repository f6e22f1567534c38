/** The steps from a timeline to the text of every file: emit, print. */
import { commentLines, type OutputFile } from '../../code/index.js';
import type { Timeline } from '../../ir/index.js';
import type { Steps } from '../steps.js';
import { PipelineCache } from './cache.js';
import type { EmitOptions } from './emit-options.js';
import { printPackages, type PrintedPackage } from './print-packages.js';

export async function filesOf(
  timeline: Timeline,
  options: EmitOptions,
  steps: Steps,
  cache: PipelineCache = new PipelineCache(),
): Promise<readonly OutputFile[]> {
  const packages = await printPackages(timeline, options, steps, cache);
  const paths = await pathsModules(packages, options, steps);
  const workspace = options.workspace ? await workspaceOf(packages, options) : [];
  return [...workspace, ...packages.flatMap(({ files }) => files), ...paths];
}

/** The `paths` modules. They cost more than all other files together, so the options decide when each is generated. */
async function pathsModules(
  packages: readonly PrintedPackage[],
  { pathsOf, head }: EmitOptions,
  steps: Steps,
): Promise<readonly OutputFile[]> {
  const modules: OutputFile[] = [];
  for (const { version, package: emitted } of packages) {
    if (emitted.paths === undefined) continue;
    const { path, text } = emitted.paths;
    const code = await steps.runAsync('emit', () => pathsOf?.(version, text) ?? text());
    modules.push({ path, text: `${commentLines(head(version))}\n\n${code}` });
  }
  return modules;
}

async function workspaceOf(packages: readonly PrintedPackage[], { naming }: EmitOptions) {
  const { workspaceFiles } = await import('../../emit/workspace/index.js');
  return workspaceFiles(
    naming,
    packages.map(({ kind, version, package: { folder } }) => ({ ...kind, kind: kind.name, version, folder })),
  );
}
