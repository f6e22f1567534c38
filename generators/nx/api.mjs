// Where Nx finds the generator `api`: builds the code when its sources are newer, as the command does, then runs it.
import { buildWhenStale } from '../cli/built.mjs';

export default async function api(tree, options) {
  buildWhenStale();
  const { apiInTree } = await import('../dist/nx/api.js');
  return apiInTree(tree, options);
}
