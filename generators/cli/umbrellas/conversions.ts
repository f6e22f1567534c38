/** The umbrella of the conversions, which contains those of all versions and needs no packages of versions. */
import { emitConversion } from '../../emit/overlay/index.js';
import { conversionsUmbrella } from '../../emit/umbrella/index.js';
import type { UmbrellaEmitter } from './umbrella.js';

export const conversions: UmbrellaEmitter = {
  packageKinds: [],
  emit: ({ folder, steps }) => {
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
    );
  },
};
