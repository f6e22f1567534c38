/** Both versions of the specification as models, for laws about what is converted between them. */
import { withProductName, versionsOfSpec } from '../../../generators/overlay/index.js';
import type { Api } from '../../../generators/ir/index.js';
import { normalize } from '../../../generators/normalize/index.js';
import { readSpec } from '../../../generators/read/index.js';
import { spec } from '../places.js';

const read = readSpec(spec);
const apis = withProductName(versionsOfSpec(read), read.product).map(({ document }) => normalize(document));

export function apiOf(version: string): Api {
  const found = apis.find((api) => api.version === version);
  if (found === undefined) throw new Error(`there is no version ${version}`);
  return found;
}
