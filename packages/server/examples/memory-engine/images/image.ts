/** An image: files, and what a container of them is set to unless told otherwise. */
import type { ImageConfig } from '@lading/types-v1.44';
import type { FileTree } from '../files/file-tree.js';

export interface Image {
  /** `sha256:` and 64 digits. */
  readonly id: string;
  /** The file that describes it, whose digest the id is. */
  readonly configFile: string;
  /** `name:tag` */
  readonly tags: Set<string>;
  /** `name@sha256:…` */
  readonly digests: Set<string>;
  readonly parent: string;
  readonly created: Date;
  readonly config: ImageConfig;
  readonly files: FileTree;
  /** Digests of what it is stacked of. */
  readonly layers: readonly string[];
  readonly author: string;
  readonly comment: string;
  /** What made each layer, the newest first. */
  readonly history: readonly Layer[];
  tagged: Date | undefined;
}

export interface Layer {
  readonly id: string;
  readonly created: Date;
  readonly by: string;
  readonly comment: string;
  readonly size: number;
}

export const emptyConfig: ImageConfig = {
  Hostname: '',
  Domainname: '',
  User: '',
  AttachStdin: false,
  AttachStdout: false,
  AttachStderr: false,
  Tty: false,
  OpenStdin: false,
  StdinOnce: false,
  Env: null,
  Cmd: null,
  Image: '',
  Volumes: null,
  WorkingDir: '',
  Entrypoint: null,
  OnBuild: null,
  Labels: null,
};
