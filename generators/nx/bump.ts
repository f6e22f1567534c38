/** `nx g lading:bump`: what `lading bump` does, with Nx writing the files of the specification. */
import { join, relative, resolve } from 'node:path';
import { bump, bumpText, type BumpPlan } from '../bump/index.js';
import { bumpRequest, type BumpOptions } from '../cli/bump-options.js';
import { canGenerate, generateAfterBump } from '../cli/generate-after-bump.js';
import { LadingError } from '../diagnostics/index.js';

/** As much as is used of Nx's `Tree`: files to be written below the workspace, unless the user only wants to see them. */
export interface WorkspaceTree {
  readonly root: string;
  write(path: string, text: string): void;
}

/** What `bump.schema.json` says. */
export interface BumpSchema extends BumpOptions {
  readonly document: string;
}

/**
 * What is generated is written by `generate` once Nx has written what it is made of: all of it or nothing.
 *
 * @returns what Nx calls then, and does not on a dry run
 * @throws LadingError which Nx prints, and then writes nothing
 */
export async function bumpInTree(tree: WorkspaceTree, { document, ...options }: BumpSchema): Promise<() => Promise<void>> {
  const { plan, files } = await bump(bumpRequest(document, options));
  for (const { root, texts } of files)
    for (const { path, text } of texts) tree.write(relative(tree.root, resolve(join(root, path))), text);
  const { stdout } = process;
  stdout.write(bumpText(plan, [], { color: stdout.isTTY, width: stdout.columns ?? 100 }));
  return async () => {
    if (plan.undecided.length > 0) throw waiting(plan);
    if (canGenerate(plan, options)) await generateAfterBump(options);
  };
}

/** Nx knows of an end only whether it is good. */
function waiting({ undecided, overlay }: BumpPlan): LadingError {
  return new LadingError({
    code: 'OVERLAY_UNDECIDED',
    subject: `Generation waits for conversion rules, since ${undecided.length} values are undecided`,
    place: overlay.name,
    remedy: 'Write them where its head says so, then run lading generate',
  });
}
