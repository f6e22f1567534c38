/** The emitter of contract packages. */
import { defineEmitter } from '../../emitter/index.js';
import { contractContext } from './contract-context.js';
import { emitContract, type EmittedContract } from './emit-contract.js';
import { manifestOf } from './manifest.js';

export const contract = defineEmitter<object, EmittedContract>()({
  name: 'contract',
  emit: ({ api, naming, base }) => {
    const emitted = emitContract(api, naming, base?.retained);
    return {
      modules: emitted.modules,
      manifest: manifestOf(api, emitted.names),
      symbols: contractContext(emitted),
      retained: emitted,
    };
  },
});
