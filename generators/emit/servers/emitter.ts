/** The emitter of the package of all servers, which serve clients of every version. */
import { compareVersions, defineApiEmitter, versionRange, withoutPackages } from '../../emitter/index.js';
import { serversModules, type ServerConversions } from './servers-modules.js';

export interface ServersOptions {
  /** The package of the conversions and contracts of all versions, which servers load. @default the conversion packages */
  readonly conversions?: ServerConversions;
}

export const servers = defineApiEmitter<ServersOptions>()({
  name: 'servers',
  options: {
    type: 'object',
    additionalProperties: false,
    description: 'Options of "servers": { "folder", "conversions" }.',
    properties: {
      folder: { type: 'string', minLength: 1, description: 'A folder below the output folder.' },
      conversions: {
        type: 'object',
        additionalProperties: false,
        required: ['package', 'version'],
        properties: {
          package: {
            type: 'string',
            pattern: '^(@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-z0-9._~-]*$',
            description: 'The name of a package, such as "@acme/conversions".',
          },
          version: { type: 'string', minLength: 1, description: 'A range of its versions, such as "^1.0.0".' },
        },
        description: 'The package of "conversions", whose versions the servers serve: { "package", "version" }.',
      },
    },
  },
  isHandwritten: true,
  needs: ['server', 'conversion'],
  conflict: ({ conversions }, optionsOf) => {
    const server: { readonly dialect?: unknown } | undefined = optionsOf('server');
    if (server === undefined) return withoutPackages('servers', 'server');
    if (conversions === undefined || server.dialect === 'engine') return undefined;
    return {
      subject: 'Only servers of an engine load the conversions of all versions',
      remedy: 'Write ["server", { "dialect": "engine" }], or remove "conversions" from the options of "servers"',
    };
  },
  emit: ({ folder, timeline, needs, options: { conversions } }) => {
    const all = [...needs.server].map(([version, symbols]) => ({ version, range: versionRange(version), ...symbols }));
    const steps = timeline.versions.flatMap(({ version, extends: base }) => {
      const symbols = needs.conversion.get(version);
      // Conversions that need hooks, without default ones, are options of the server.
      if (base === undefined || symbols?.isComplete !== true) return [];
      const [older, newer] = compareVersions(version, base) < 0 ? [version, base] : [base, version];
      return [{ older, newer, range: versionRange(version), ...symbols }];
    });
    return serversModules(folder, all, steps, conversions);
  },
});
