/** Manifests of images and indexes of manifests, as registries and archives have them. They are untrusted. */
import { BadRequest } from '@lading/server-v1.44';
import { parseJson } from '../values/parse-json.js';
import { matchesPlatform, platformText, type ImagePlatform } from './platform.js';

/** The media types of manifests and of what they refer to. */
export const mediaTypes = {
  manifest: 'application/vnd.docker.distribution.manifest.v2+json',
  manifestList: 'application/vnd.docker.distribution.manifest.list.v2+json',
  config: 'application/vnd.docker.container.image.v1+json',
  pluginConfig: 'application/vnd.docker.plugin.v1+json',
  gzipLayer: 'application/vnd.docker.image.rootfs.diff.tar.gzip',
  ociManifest: 'application/vnd.oci.image.manifest.v1+json',
  ociIndex: 'application/vnd.oci.image.index.v1+json',
  ociConfig: 'application/vnd.oci.image.config.v1+json',
  ociLayer: 'application/vnd.oci.image.layer.v1.tar',
} as const;

/** Whether a manifest lists other manifests, one for each platform. */
export function isIndex(mediaType: string): boolean {
  return mediaType === mediaTypes.manifestList || mediaType === mediaTypes.ociIndex;
}

/** Refers to content by its digest. */
export interface ContentDescriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
  readonly platform?: ImagePlatform | undefined;
  readonly annotations?: Readonly<Record<string, string>> | undefined;
}

export interface ImageManifest {
  readonly kind: 'image';
  readonly config: ContentDescriptor;
  readonly layers: readonly ContentDescriptor[];
}

export interface ImageIndex {
  readonly kind: 'index';
  readonly manifests: readonly ContentDescriptor[];
}

/** @throws BadRequest for anything that is neither */
export function readManifest(text: string, mediaType = ''): ImageManifest | ImageIndex {
  const record = recordOf(parseJson(text));
  const type = mediaType || (typeof record['mediaType'] === 'string' ? record['mediaType'] : '');
  if (isIndex(type) || (type === '' && Array.isArray(record['manifests'])))
    return { kind: 'index', manifests: listOf(record['manifests']).map(descriptorOf) };
  if (record['schemaVersion'] === 1)
    throw new BadRequest('manifests of schema version 1 are not supported: push the image again with a newer client');
  return {
    kind: 'image',
    config: descriptorOf(record['config']),
    layers: listOf(record['layers']).map(descriptorOf),
  };
}

/** Selects the manifest of a platform; that of an exact variant comes first. */
export function manifestFor({ manifests }: ImageIndex, wanted: ImagePlatform): ContentDescriptor | undefined {
  const images = manifests.filter(({ platform }) => platform === undefined || platform.os !== 'unknown');
  const matching = images.filter(({ platform }) => platform !== undefined && matchesPlatform(platform, wanted));
  return (
    matching.find(({ platform }) => platform !== undefined && platformText(platform) === platformText(wanted)) ??
    matching[0] ??
    (images.length === 1 && images[0]?.platform === undefined ? images[0] : undefined)
  );
}

function descriptorOf(value: unknown): ContentDescriptor {
  const { mediaType, digest, size, platform, annotations } = recordOf(value);
  if (typeof digest !== 'string' || !/^sha256:[0-9a-f]{64}$/.test(digest))
    throw new BadRequest(`invalid checksum digest format: ${String(digest)}`);
  const { os, architecture, variant } = recordOf(platform);
  return {
    mediaType: typeof mediaType === 'string' ? mediaType : mediaTypes.ociManifest,
    digest,
    size: typeof size === 'number' ? size : 0,
    ...(typeof os === 'string' &&
      typeof architecture === 'string' && {
        platform: { os, architecture, ...(typeof variant === 'string' && variant !== '' && { variant }) },
      }),
    ...(annotations !== undefined && {
      annotations: Object.fromEntries(
        Object.entries(recordOf(annotations)).filter((each): each is [string, string] => typeof each[1] === 'string'),
      ),
    }),
  };
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
