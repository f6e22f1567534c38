/** An image: its files and the default configuration of its containers. */
import type { ImageConfig } from '@lading/types-v1.44';
import type { FileTree } from '../files/file-tree.js';

export interface Image {
  /** `sha256:` and 64 hexadecimal digits. */
  readonly id: string;
  /** The configuration file, whose digest is the id. */
  readonly configFile: string;
  /** `name:tag` */
  readonly tags: Set<string>;
  /** `name@sha256:…` */
  readonly digests: Set<string>;
  readonly parent: string;
  readonly created: Date;
  readonly config: ImageConfig;
  readonly files: FileTree;
  /** The digests of its layers. */
  readonly layers: readonly string[];
  readonly author: string;
  readonly comment: string;
  /** The history of its layers, the newest first. */
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
