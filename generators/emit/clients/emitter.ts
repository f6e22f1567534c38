/** The emitter of the package of all clients, which finds the version that an engine serves. */
import { defineApiEmitter, versionRange } from '../../emitter/index.js';
import { clientsModules } from './clients-modules.js';

export const clients = defineApiEmitter()({
  name: 'clients',
  needs: ['client'],
  emit: ({ folder, timeline, needs: { client } }) => {
    const all = [...client].map(([version, symbols]) => ({ version, ...symbols }));
    const apis = all.flatMap(({ version }) => timeline.versions.filter((one) => one.version === version));
    return {
      modules: clientsModules(folder, all, apis),
      dependencies: Object.fromEntries(all.map(({ package: name, version }) => [name, versionRange(version)])),
    };
  },
});
