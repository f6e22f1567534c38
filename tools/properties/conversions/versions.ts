/** Both versions of the specification as models, for property tests of what is converted between them. */
import { named, versionsOfSpec } from '../../../generators/cli/versions.js';
import type { Api } from '../../../generators/ir/index.js';
import { normalize } from '../../../generators/normalize/index.js';
import { readSpec } from '../../../generators/read/index.js';
import { spec } from '../places.js';

const read = readSpec(spec);
const apis = named(versionsOfSpec(read), read.product).map(({ document }) => normalize(document));

export function apiOf(version: string): Api {
  const found = apis.find((api) => api.version === version);
  if (found === undefined) throw new Error(`there is no version ${version}`);
  return found;
}
