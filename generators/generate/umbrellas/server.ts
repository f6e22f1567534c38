/** The umbrella of the servers, which convert between versions with the overlay packages. */
import { versionRange } from '../../code/index.js';
import { overlayApi } from '../../emit/overlay/index.js';
import { serverApi } from '../../emit/server/index.js';
import { serverUmbrella } from '../../emit/umbrella/index.js';
import { compareVersions } from '../../ir/index.js';
import type { UmbrellaEmitter } from './umbrella.js';

export const server: UmbrellaEmitter = {
  packageKinds: ['server', 'overlay'],
  emit: ({ naming, folder, versions, apiOf, serverDialect, serverConversions, overlays }) =>
    serverUmbrella(
      folder,
      versions.map((version) => ({
        version,
        range: versionRange(version),
        ...serverApi(naming, apiOf(version), serverDialect),
      })),
      overlays.map(({ version, extends: base }) => {
        const [older, newer] = compareVersions(version, base) < 0 ? [version, base] : [base, version];
        return { older, newer, range: versionRange(version), ...overlayApi(naming, version) };
      }),
      serverConversions,
    ),
};
