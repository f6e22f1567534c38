/** What an archive of images says about its files. */

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
