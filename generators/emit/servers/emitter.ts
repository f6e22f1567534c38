/** The emitter of the package of all servers, which serve clients of every version. */
import { compareVersions, defineApiEmitter, versionRange } from '../../emitter/index.js';
import { serversModules, type ServerConversions } from './servers-modules.js';

export interface ServersOptions {
  /** The package of the conversions and contracts of all versions, which servers load. @default the overlay packages */
  readonly conversions?: ServerConversions;
}

export const servers = defineApiEmitter<ServersOptions>()({
  name: 'servers',
  needs: ['server', 'overlay'],
  emit: ({ folder, timeline, needs, options: { conversions } }) => {
    const all = [...needs.server].map(([version, symbols]) => ({ version, range: versionRange(version), ...symbols }));
    const steps = timeline.versions.flatMap(({ version, extends: base }) => {
      const symbols = needs.overlay.get(version);
      // Conversions that need hooks, without default ones, are options of the server.
      if (base === undefined || symbols?.isComplete !== true) return [];
      const [older, newer] = compareVersions(version, base) < 0 ? [version, base] : [base, version];
      return [{ older, newer, range: versionRange(version), ...symbols }];
    });
    return serversModules(folder, all, steps, conversions);
  },
});
