/** Reads the images of an archive in the OCI image layout. */
import { BadRequest } from '@lading/server-v1.44';
import { manifestFor, readManifest, type ContentDescriptor, type ImageManifest } from '../../distribution/manifest.js';
import { machinePlatform } from '../../distribution/platform.js';

/** An entry of the file `manifest.json` of an archive. */
export interface ArchiveManifest {
  readonly Config: string;
  readonly RepoTags?: readonly string[] | null;
  readonly Layers: readonly string[] | null;
  /** The descriptor of each layer, by its digest; engines before 25.0 write none. */
  readonly LayerSources?: Readonly<Record<string, object>>;
}

/** Returns the content of a file of the archive. @throws BadRequest if there is none */
export type ArchiveFile = (path: string) => Buffer;

/**
 * Lists the images of a layout: of an index of platforms, the one for the machine, or the first one.
 *
 * @param file undefined for an archive that has no `index.json`
 * @throws BadRequest
 */
export function manifestsOfLayout(file: ArchiveFile | undefined): ArchiveManifest[] {
  if (file === undefined) throw new BadRequest('open manifest.json: no such file or directory');
  const index = readManifest(file('index.json').toString());
  if (index.kind !== 'index') throw new BadRequest('invalid index.json');
  return index.manifests.map((descriptor) => {
    const { config, layers } = imageManifestOf(file, descriptor);
    const name = nameOf(descriptor);
    return {
      Config: pathOf(config),
      RepoTags: name === undefined ? null : [name],
      Layers: layers.map(pathOf),
    };
  });
}

function imageManifestOf(file: ArchiveFile, descriptor: ContentDescriptor): ImageManifest {
  const manifest = readManifest(file(pathOf(descriptor)).toString(), descriptor.mediaType);
  if (manifest.kind === 'image') return manifest;
  const chosen = manifestFor(manifest, machinePlatform) ?? manifest.manifests[0];
  if (chosen === undefined) throw new BadRequest(`the index ${descriptor.digest} lists no image`);
  const image = readManifest(file(pathOf(chosen)).toString(), chosen.mediaType);
  if (image.kind !== 'image') throw new BadRequest(`the index ${descriptor.digest} lists an index`);
  return image;
}

/** Returns the name that tools write into annotations; a tag alone is no name. */
function nameOf({ annotations = {} }: ContentDescriptor): string | undefined {
  const name = annotations['io.containerd.image.name'] ?? annotations['org.opencontainers.image.ref.name'];
  return name !== undefined && /[/:]/.test(name) ? name : undefined;
}

function pathOf({ digest }: ContentDescriptor): string {
  return `blobs/${digest.replace(':', '/')}`;
}
