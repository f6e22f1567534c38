/** The emitter of the package of all clients, which finds the version that an engine serves. */
import { defineApiEmitter, versionRange, withoutPackages } from '../../emitter/index.js';
import { clientsModules } from './clients-modules.js';

export const clients = defineApiEmitter()({
  name: 'clients',
  isHandwritten: true,
  needs: ['client'],
  conflict: (_options, optionsOf) => {
    const client: { readonly runtime?: unknown } | undefined = optionsOf('client');
    if (client === undefined) return withoutPackages('clients', 'client');
    if (client.runtime === 'engine') return undefined;
    return {
      subject:
        'Only clients of an engine have a package for all versions, which finds the version that the engine serves',
      remedy: 'Write ["client", { "runtime": "engine" }], or remove "clients"',
    };
  },
  emit: ({ folder, timeline, needs: { client } }) => {
    const all = [...client].map(([version, symbols]) => ({ version, ...symbols }));
    const apis = all.flatMap(({ version }) => timeline.versions.filter((one) => one.version === version));
    return {
      modules: clientsModules(folder, all, apis),
      dependencies: Object.fromEntries(all.map(({ package: name, version }) => [name, versionRange(version)])),
    };
  },
});
