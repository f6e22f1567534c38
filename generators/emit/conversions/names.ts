/** The name and the module of each declaration of a conversion package. */
import { fileName, uniqueName, identifier, type CodeSymbol, type ModuleId } from '../../emitter/index.js';
import { runtimeReexports } from './runtime.js';

const fixed = [
  'Change',
  'Conversions',
  'Difference',
  'NewerClientHooks',
  'OlderClientHooks',
  'changes',
  'conversions',
  'differences',
  'newerClients',
  'newerClientsWith',
  'olderClients',
  'olderClientsWith',
  'rules',
];

/** Where the modules of a conversion are. */
export interface ModuleFolder {
  readonly package: string;
  /** `gen` */
  readonly folder: string;
}

export class ConversionNames {
  readonly package: string;
  readonly #folder: string;
  readonly #rules = new Map<string, CodeSymbol>();

  /** @param operations the operations that differ, each with its group */
  constructor(operations: readonly { readonly id: string; readonly group: string }[], home: ModuleFolder) {
    this.package = home.package;
    this.#folder = home.folder;
    const taken = new Set([...fixed, ...runtimeReexports.map(({ name }) => name)]);
    for (const { id, group } of operations) {
      const spelled = identifier(id.charAt(0).toLowerCase() + id.slice(1));
      const home = this.module(`rules/${fileName(group)}`);
      this.#rules.set(id, { name: uniqueName(spelled, taken), home, value: true });
    }
  }

  /** Returns the constant with the rules of an operation. */
  rules(id: string): CodeSymbol {
    const symbol = this.#rules.get(id);
    if (symbol === undefined) throw new Error(`operation ${id} has no rules`);
    return symbol;
  }

  type(name: string, file: string): CodeSymbol {
    return { name, home: this.module(file) };
  }

  value(name: string, file: string): CodeSymbol {
    return { name, home: this.module(file), value: true };
  }

  module(file: string): ModuleId {
    return { package: this.package, path: `${this.#folder}/${file}.ts` };
  }
}
