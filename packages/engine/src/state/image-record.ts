/** An image as the engine stores it. Its files are those of its layers. */
import type { ImageConfig } from '@lading/types-v1.44';
import type { ContentDescriptor } from '../distribution/manifest.js';
import type { ImagePlatform } from '../distribution/platform.js';

export interface ImageRecord {
  /** `sha256:` and the digest of the configuration file. */
  readonly id: string;
  /** Equal to the id. */
  readonly name: string;
  /** The configuration file in JSON, byte for byte. */
  readonly configFile: string;
  /** The part of the configuration file that containers inherit, in the format of that file. */
  readonly config: ImageConfig;
  /** `name:tag` */
  readonly tags: readonly string[];
  /** `name@sha256:…` */
  readonly digests: readonly string[];
  /** The id of the image that it was built on; empty without one. */
  readonly parentId: string;
  /** Milliseconds since 1970; negative for dates before. */
  readonly created: number;
  /** 0 for never. */
  readonly tagged: number;
  readonly author: string;
  readonly comment: string;
  readonly platform: ImagePlatform;
  /** The bytes of the files of all layers. */
  readonly size: number;
  /** The digests of its layers, the lowest first. */
  readonly layers: readonly string[];
  /** What created it, the last step first. */
  readonly history: readonly HistoryRecord[];
  /** The statements about it, if it was loaded from an index of platforms. */
  readonly attestations?: readonly AttestationRecord[];
}

export interface HistoryRecord {
  readonly created: number;
  readonly createdBy: string;
  readonly comment: string;
  readonly size: number;
}

/** A statement about an image, in the in-toto format. */
export interface AttestationRecord {
  readonly descriptor: Required<Pick<ContentDescriptor, 'mediaType' | 'digest' | 'size' | 'annotations'>>;
  readonly predicateType: string;
  /** The stored JSON; undefined if the archive does not contain it. */
  readonly statement?: string;
}

/** The configuration of an image without settings. */
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
