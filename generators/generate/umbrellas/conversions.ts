/** The umbrella of the conversions, which contains those of all versions, and the contracts that have no package. */
import { emitContract, type EmittedContract } from '../../emit/contract/index.js';
import { emitConversion } from '../../emit/overlay/index.js';
import { conversionsUmbrella, type VersionContract } from '../../emit/umbrella/index.js';
import { versionRange, type Naming } from '../../code/index.js';
import { compareVersions, successResponses, type Api, type Operation, type Timeline } from '../../ir/index.js';
import type { UmbrellaEmitter } from './umbrella.js';

export const conversions: UmbrellaEmitter = {
  packageKinds: ['contract'],
  emit: ({ folder, naming, timeline, contracts, steps }) => {
    const emitted = steps().map((step) => {
      const home = { package: folder, folder: `gen/v${step.version}` };
      const { version, older, newer } = step;
      const { names, modules, isComplete } = emitConversion(step, home);
      return {
        version,
        older: older.version,
        newer: newer.version,
        modules,
        isComplete,
        olderClients: names.value('olderClients', 'clients'),
        newerClients: names.value('newerClients', 'clients'),
        differences: names.value('differences', 'differences'),
      };
    });
    // Conversions that need hooks, without default ones, are left to handwritten code.
    return conversionsUmbrella(
      folder,
      emitted.filter(({ isComplete }) => isComplete),
      contractsOf(timeline, naming, contracts),
    );
  },
};

/** Returns the contracts of all versions, the newest first. @param packaged the versions whose contracts have a package */
function contractsOf({ versions }: Timeline, naming: Naming, packaged: readonly string[]): readonly VersionContract[] {
  const contracts = new Map<string, { readonly api: Api; readonly emitted: EmittedContract }>();
  for (const { version, api, extends: base } of versions)
    contracts.set(version, { api, emitted: emitContract(api, naming, contracts.get(base ?? '')?.emitted) });
  return [...contracts]
    .sort(([a], [b]) => compareVersions(b, a))
    .map(
      ([
        version,
        {
          api,
          emitted: { names, operations, schemas, modules },
        },
      ]) => ({
        version,
        package: names.package,
        ...(packaged.includes(version) && { range: versionRange(version) }),
        contract: names.contract,
        servers: names.servers,
        securitySchemes: names.securitySchemes,
        modules,
        operations: api.operations.map((operation) => ({
          id: operation.id,
          constant: names.operation(operation),
          schemas: names.operationSchemas(operation),
          place: [operation.noun, operation.verb],
          isStream: isStream(operation, api),
          isUpgrade: operation.responses.some(({ status }) => status === '101'),
        })),
        origin: (symbol) => operations.origin(symbol) ?? schemas.origin(symbol),
      }),
    );
}

function isStream(operation: Operation, api: Api): boolean {
  return successResponses(operation, api).some(({ kind }) => kind === 'json-lines' || kind === 'progress');
}
