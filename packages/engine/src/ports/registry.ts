/** The port of registries: where images come from and go to. */
import type { FileTree } from './filesystem.js';

export interface RegistryCredentials {
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly identityToken?: string | undefined;
}

/** An image as a registry delivers it. */
export interface RegistryImage {
  /** The digest of the manifest. */
  readonly digest: string;
  /** The configuration file, in JSON. */
  readonly configFile: string;
  /** The layers, the lowest first. */
  readonly layers: readonly RegistryLayer[];
}

export interface RegistryLayer {
  readonly digest: string;
  /** Writes the files of the layer into a tree. */
  readonly apply: (files: FileTree) => Promise<void> | void;
}

export interface Registry {
  /**
   * @param name the full name, with a tag or a digest
   * @throws NotFound, Unauthorized
   */
  resolve(name: string, credentials: RegistryCredentials | undefined): Promise<RegistryImage>;
}
