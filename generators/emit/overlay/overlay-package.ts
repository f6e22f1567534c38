/** A version that extends another one → the content of its overlay package, before it is printed. */
import { packageFolder, type CodeModule, type Naming, type OutputFile } from '../../emitter/index.js';
import { emitOverlay, type OverlayInput } from './emit-overlay.js';
import { packageFiles } from './package-files.js';

export interface OverlayPackage {
  readonly folder: string;
  readonly modules: readonly CodeModule[];
  /** Files outside `gen/`. */
  readonly files: readonly OutputFile[];
  /** Whether its conversions can be created without passing hooks. */
  readonly isComplete: boolean;
}

export function overlayPackage(input: OverlayInput, { naming }: { readonly naming: Naming }): OverlayPackage {
  const emitted = emitOverlay(input, naming);
  return {
    folder: packageFolder('overlay', input.version),
    modules: emitted.modules,
    files: packageFiles(emitted, input, naming),
    isComplete: emitted.isComplete,
  };
}
