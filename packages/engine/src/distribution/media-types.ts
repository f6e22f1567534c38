/** The media types of manifests and of what they refer to. */

export const mediaTypes = {
  manifest: 'application/vnd.docker.distribution.manifest.v2+json',
  manifestList: 'application/vnd.docker.distribution.manifest.list.v2+json',
  config: 'application/vnd.docker.container.image.v1+json',
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
