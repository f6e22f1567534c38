/** The umbrella of the references: it finds them among its dependencies. */
import { packageName, versionRange } from '../../code/index.js';
import type { UmbrellaEmitter } from './umbrella.js';

export const docs: UmbrellaEmitter = {
  packageKinds: ['docs'],
  emit: ({ naming, versions }) => ({
    modules: [],
    dependencies: Object.fromEntries(
      versions.map((version) => [packageName(naming, 'docs', version), versionRange(version)]),
    ),
  }),
};
