// Where Nx finds the generator `bump`: builds the code when its sources are newer, as the command does, then runs it.
import { buildWhenStale } from '../cli/built.mjs';

export default async function bump(tree, options) {
  buildWhenStale();
  const { bumpInTree } = await import('../dist/nx/bump.js');
  return bumpInTree(tree, options);
}
