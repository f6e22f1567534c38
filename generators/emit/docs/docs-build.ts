/** The build of docs packages: an Nx target that writes the data of the reference, which `generate` then leaves out. */
import type { Json } from '../../emitter/index.js';

export interface DocsBuild {
  /** The command that is run in the folder of a package. */
  readonly command: string;
  /** The tasks of Nx that precede it. @default those of the workspace */
  readonly dependsOn?: readonly Json[];
  /** The inputs of Nx: what the data depend on. @default those of the workspace */
  readonly inputs?: readonly Json[];
}

/** Returns what a package.json says about the build. */
export function buildSettings({ command, dependsOn, inputs }: DocsBuild) {
  const options = { cwd: '{projectRoot}' };
  return {
    scripts: { build: command },
    nx: { targets: { build: { command, options, ...(dependsOn && { dependsOn }), ...(inputs && { inputs }) } } },
  };
}
