/** The configuration file of an image, whose digest is the image's id. */
import { createHash } from 'node:crypto';
import { BadRequest } from '@lading/server';
import type { ImageConfig } from '@lading/types-v1.44';

export interface ConfigFile {
  readonly created: string;
  readonly config: Partial<ImageConfig>;
  readonly architecture: string;
  readonly os: string;
  readonly author?: string;
  readonly comment?: string;
  /** The digests of the layers. */
  readonly rootfs: { readonly type: 'layers'; readonly diff_ids: readonly string[] };
}

export function idOf(content: string): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}

/** Parses a configuration file. @throws BadRequest for invalid JSON */
export function readConfigFile(content: string): ConfigFile {
  const file = objectOf(parseJson(content));
  const { created, config, rootfs, architecture, os, author, comment } = file;
  const layers = objectOf(rootfs)['diff_ids'];
  return {
    created: typeof created === 'string' && !Number.isNaN(Date.parse(created)) ? created : '0001-01-01T00:00:00Z',
    config: objectOf(config),
    architecture: typeof architecture === 'string' ? architecture : 'amd64',
    os: typeof os === 'string' ? os : 'linux',
    ...(typeof author === 'string' && { author }),
    ...(typeof comment === 'string' && { comment }),
    rootfs: { type: 'layers', diff_ids: Array.isArray(layers) ? layers.map(String) : [] },
  };
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch (error) {
    throw new BadRequest(error instanceof Error ? error.message : 'invalid character in the image configuration');
  }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
