/**
 * The generator `nx g lading:bump`: the same as `lading bump`, except that Nx writes the files of the specification.
 */
import { join, relative, resolve } from '../document/path.js';
import { bump, bumpText, type BumpPlan } from '../bump/index.js';
import { bumpRequest, canGenerate, generateAfterBump, type BumpOptions } from '../cli/commands/bump.js';
import { LadingError } from '../diagnostics/index.js';

/** As much as is used of Nx's `Tree`: files to be written below the workspace, unless the user only wants to see them. */
export interface WorkspaceTree {
  readonly root: string;
  write(path: string, text: string): void;
}

/** The options of `bump.schema.json`. */
export interface BumpSchema extends BumpOptions {
  readonly document: string;
}

/**
 * Adds the files of the specification to the tree. `generate` writes the generated files after Nx has written those.
 *
 * @returns the function that Nx calls after writing, except in a dry run
 * @throws LadingError, which Nx prints without writing anything
 */
export async function bumpInTree(
  tree: WorkspaceTree,
  { document, ...options }: BumpSchema,
): Promise<() => Promise<void>> {
  const request = await bumpRequest(document, options);
  const { plan, files } = await bump(request);
  for (const { path, text } of files) tree.write(relative(tree.root, resolve(join(request.spec, path))), text);
  const { stdout } = process;
  stdout.write(bumpText(plan, [], { color: stdout.isTTY, width: stdout.columns ?? 100 }));
  return async () => {
    if (plan.undecided.length > 0) throw undecidedError(plan);
    if (canGenerate(plan, options)) await generateAfterBump(options);
  };
}

/** Returns an error, since Nx distinguishes only success and failure. */
function undecidedError({ undecided, overlay }: BumpPlan): LadingError {
  return new LadingError({
    code: 'OVERLAY_UNDECIDED',
    subject: `Generation needs further conversion rules: ${undecided.length === 1 ? '1 value is' : `${undecided.length} values are`} undecided`,
    place: overlay.name,
    remedy: 'Add them where the head of the file says so, then run lading generate',
  });
}
