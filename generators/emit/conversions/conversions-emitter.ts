/** The emitter of the package of all conversions, which contains the contracts that have no package. */
import {
  compareVersions,
  defineApiEmitter,
  successResponses,
  versionRange,
  versionSegment,
  type Api,
  type ApiRequest,
  type Operation,
} from '../../emitter/index.js';
import { allConversions } from './all-conversions.js';
import type { VersionContract } from './embedded-contracts.js';
import { emitEntry, runtimeModule } from './emit-entry.js';
import { conversionOptions, type ConversionOptions } from './emitter.js';

export const conversions = defineApiEmitter<ConversionOptions>()({
  name: 'conversions',
  options: {
    type: 'object',
    additionalProperties: false,
    description: 'Options of "conversions": { "folder", "hooks", "ignoresUnknown" }.',
    properties: {
      folder: { type: 'string', minLength: 1, description: 'The output folder, or a folder below it.' },
      ...conversionOptions,
    },
  },
  isHandwritten: true,
  needs: ['contract', 'types'],
  embeds: ['contract'],
  emit: (request) => {
    const { folder, timeline, options, needs } = request;
    const { hooks, ignoresUnknown = false } = options;
    const newestFirst = [...timeline.versions].sort((a, b) => compareVersions(b.version, a.version));
    const emitted = newestFirst.flatMap(({ version, changes }) => {
      const step = timeline.step(version, ignoresUnknown);
      if (step === undefined) return [];
      const home = { package: folder, folder: `gen/v${versionSegment(version)}` };
      const [older, newer] = [needs.types.get(step.older.version), needs.types.get(step.newer.version)];
      const types = older && newer && { older: older.plain, newer: newer.plain };
      const input = { ...step, changes, ...(hooks && { hooks }), ...(types && { types }) };
      const { names, modules, isComplete } = emitEntry(input, home, true);
      return [
        {
          version,
          older: step.older.version,
          newer: step.newer.version,
          modules,
          isComplete,
          olderClients: names.value('olderClients', 'clients'),
          newerClients: names.value('newerClients', 'clients'),
          differences: names.value('differences', 'clients'),
          typesPackages: types && {
            [types.older.package]: versionRange(step.older.version),
            [types.newer.package]: versionRange(step.newer.version),
          },
        },
      ];
    });
    const all = allConversions(folder, emitted, contractsOf(request));
    return { ...all, modules: [...all.modules, runtimeModule(folder)] };
  },
});

/** Returns the contracts of all versions, the newest first. */
function contractsOf({
  timeline,
  needs,
  embedded,
}: ApiRequest<ConversionOptions, 'contract' | 'types', 'contract'>): readonly VersionContract[] {
  return [...embedded.contract]
    .sort(([a], [b]) => compareVersions(b, a))
    .map(([version, { modules, symbols }]) => {
      const api = timeline.versions.find((one) => one.version === version)?.api;
      const { package: name, contract, servers, securitySchemes, operation, operationSchemas, origin } = symbols;
      return {
        version,
        package: name,
        contract,
        servers,
        securitySchemes,
        modules,
        origin,
        ...(needs.contract.has(version) && { range: versionRange(version) }),
        operations: (api?.operations ?? []).map((each) => {
          const { alias: _alias, ...constant } = operation(each);
          return {
            id: each.id,
            constant,
            schemas: operationSchemas(each),
            place: [each.noun, each.verb] as const,
            isStream: api !== undefined && isStream(each, api),
            isUpgrade: each.responses.some(({ status }) => status === '101'),
          };
        }),
      };
    });
}

function isStream(operation: Operation, api: Api): boolean {
  return successResponses(operation, api).some(({ kind }) => kind === 'json-lines' || kind === 'progress');
}
