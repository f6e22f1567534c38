// Where Nx finds the generator `init`: builds the code when its sources are newer, as the command does, then runs it.
import { buildWhenStale } from '../cli/built.mjs';

export default async function init(tree, options) {
  buildWhenStale();
  const { initInTree } = await import('../dist/nx/init.js');
  return initInTree(tree, options);
}
