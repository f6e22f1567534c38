/** The emitter of overlay packages: the conversions between a version and the version that it extends. */
import { defineEmitter, packageName } from '../../emitter/index.js';
import type { ConversionHooks } from './clients-module.js';
import { emitEntry } from './emit-entry.js';
import { manifestOf } from './manifest.js';
import { overlayApi } from './overlay-api.js';

export interface ConversionOptions {
  /** The package of the default conversion hooks. @default none */
  readonly hooks?: ConversionHooks;
  /** Whether servers ignore properties that they do not know, as engines do. @default false */
  readonly ignoresUnknown?: boolean;
}

export const overlay = defineEmitter<ConversionOptions>()({
  name: 'overlay',
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
    const emitted = emitEntry(input, { package: packageName(naming, 'overlay', version), folder: 'gen' });
    return {
      modules: emitted.modules,
      manifest: manifestOf(emitted, input, naming),
      symbols: { isComplete: emitted.isComplete, ...overlayApi(naming, version) },
    };
  },
});
