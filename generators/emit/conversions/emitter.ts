/** The emitter of conversion packages: the conversions between a version and the version that it extends. */
import { defineEmitter, packageName, type Naming, type ConversionSymbols } from '../../emitter/index.js';
import type { ConversionHooks } from './clients-module.js';
import { emitEntry } from './emit-entry.js';
import { manifestOf } from './manifest.js';

export interface ConversionOptions {
  /** The package of the default conversion hooks. @default none */
  readonly hooks?: ConversionHooks;
  /** Whether servers ignore properties that they do not know, as engines do. @default false */
  readonly ignoresUnknown?: boolean;
}

/** The JSON Schema of the options. */
export const conversionOptions = {
  hooks: {
    type: 'object',
    additionalProperties: false,
    required: ['package', 'version'],
    properties: {
      package: {
        type: 'string',
        pattern: '^(@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-z0-9._~-]*$',
        description: 'The name of a package, such as "@acme/conversion-hooks".',
      },
      version: { type: 'string', minLength: 1, description: 'A range of its versions, such as "^1.0.0".' },
    },
    description: 'The package of the default conversion hooks: { "package", "version" }.',
  },
  ignoresUnknown: {
    type: 'boolean',
    description: 'Either true or false: whether servers ignore properties that they do not know; false when left out.',
  },
};

export const conversion = defineEmitter<ConversionOptions>()({
  name: 'conversion',
  options: {
    type: 'object',
    additionalProperties: false,
    description: 'Options of "conversion": { "hooks", "ignoresUnknown" }.',
    properties: conversionOptions,
  },
  needs: ['types'],
  needsOfExtended: ['types'],
  emit: ({ lineage, naming, needs, extended, options: { hooks, ignoresUnknown = false } }) => {
    const step = lineage.step(ignoresUnknown);
    if (step === undefined || extended.types === undefined)
      throw new Error('only versions that extend another have conversions');
    const [{ version, changes }] = lineage.versions;
    const [own, other] = [needs.types.plain, extended.types.plain];
    const types = step.older.version === version ? { older: own, newer: other } : { older: other, newer: own };
    const input = { ...step, ...(hooks && { hooks }), changes, types };
    const emitted = emitEntry(input, { package: packageName(naming, 'conversion', version), folder: 'gen' });
    return {
      modules: emitted.modules,
      manifest: manifestOf(emitted, input, naming),
      symbols: { isComplete: emitted.isComplete, ...conversionApi(naming, version) },
    };
  },
});

/** The exports of a conversion package that other generated code uses: its conversions with the default hooks. */
export function conversionApi(naming: Naming, version: string): Omit<ConversionSymbols, 'isComplete'> {
  const home = { package: packageName(naming, 'conversion', version), path: 'gen/clients.ts' };
  return {
    package: home.package,
    olderClients: { name: 'olderClients', home, value: true },
    newerClients: { name: 'newerClients', home, value: true },
  };
}
