/** The IR of both versions of the specification, for property tests of conversions. */
import type { Api } from 'lading/emitter';
import { withProductName, normalize, readSpec, versionsOfSpec } from 'lading/testing';
import { spec } from '../paths.js';

const read = readSpec(spec);
const apis = withProductName(versionsOfSpec(read), read.product).map(({ document }) => normalize(document));

export function apiOf(version: string): Api {
  const found = apis.find((api) => api.version === version);
  if (found === undefined) throw new Error(`there is no version ${version}`);
  return found;
}
