/** The emitter of contract packages. */
import { defineVersionEmitter } from '../../emitter/index.js';
import { contractContext } from './contract-context.js';
import { emitContract, type EmittedContract } from './emit-contract.js';
import { packageFiles } from './package-files.js';

export const contract = defineVersionEmitter<object, EmittedContract>()({
  name: 'contract',
  isCode: true,
  emit: ({ api, naming, base }) => {
    const emitted = emitContract(api, naming, base?.retained);
    return {
      modules: emitted.modules,
      files: packageFiles({ api, names: emitted.names, naming, ...(base && { extends: base.version }) }),
      symbols: contractContext(emitted),
      retained: emitted,
    };
  },
});
