/** The configuration file of an image, whose digest is the image's id. */
import type { ImageConfig } from '@lading/types-v1.44';
import type { ImagePlatform } from '../../distribution/platform.js';
import { parseJson } from '../../values/parse-json.js';

/** One step of the history of an image, as in its configuration file. */
export interface ConfigFileStep {
  readonly created?: string;
  readonly created_by?: string;
  readonly author?: string;
  readonly comment?: string;
  /** Whether the step changed no files, so that there is no layer of it. */
  readonly empty_layer?: boolean;
}

export interface ConfigFile {
  readonly created: string;
  readonly config: Partial<ImageConfig>;
  /** The container from which the image was created. */
  readonly container?: string;
  /** The settings of that container. */
  readonly container_config?: Partial<ImageConfig>;
  readonly docker_version?: string;
  readonly architecture: string;
  readonly os: string;
  readonly variant?: string;
  readonly author?: string;
  readonly comment?: string;
  readonly history: readonly ConfigFileStep[];
  /** The digests of the layers, the lowest first. */
  readonly rootfs: { readonly type: 'layers'; readonly diff_ids: readonly string[] };
}

/** The largest configuration file that is read from a registry, in bytes. */
export const maxConfigFile = 8 * 1024 * 1024;

/** Parses a configuration file. @throws BadRequest for invalid JSON */
export function readConfigFile(content: string): ConfigFile {
  const file = objectOf(parseJson(content));
  const { created, config, container_config, rootfs, architecture, os, history } = file;
  const layers = objectOf(rootfs)['diff_ids'];
  const text = (name: string) => {
    const value = file[name];
    return typeof value === 'string' && value !== '' ? { [name]: value } : {};
  };
  return {
    created: typeof created === 'string' && !Number.isNaN(Date.parse(created)) ? created : '0001-01-01T00:00:00Z',
    config: objectOf(config),
    ...(container_config !== undefined && { container_config: objectOf(container_config) }),
    architecture: typeof architecture === 'string' ? architecture : 'amd64',
    os: typeof os === 'string' ? os : 'linux',
    ...text('container'),
    ...text('variant'),
    ...text('author'),
    ...text('comment'),
    ...text('docker_version'),
    history: Array.isArray(history) ? history.map((step) => objectOf(step)) : [],
    rootfs: { type: 'layers', diff_ids: Array.isArray(layers) ? layers.map(String) : [] },
  };
}

export function platformOf({ os, architecture, variant }: ConfigFile): ImagePlatform {
  return { os, architecture, ...(variant !== undefined && { variant }) };
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
