/** The umbrella of the clients. */
import { versionRange } from '../../code/index.js';
import { clientApi } from '../../emit/client/index.js';
import { clientUmbrella } from '../../emit/umbrella/index.js';
import type { UmbrellaEmitter } from './umbrella.js';

export const client: UmbrellaEmitter = {
  packageKinds: ['client'],
  emit: ({ naming, folder, versions, apiOf }) =>
    clientUmbrella(
      folder,
      versions.map((version) => ({ version, range: versionRange(version), ...clientApi(naming, version, 'engine') })),
      versions.map((version) => ({ version, api: apiOf(version) })),
    ),
};
