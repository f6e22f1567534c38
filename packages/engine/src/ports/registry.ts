/** The port of registries: where images come from and go to. */

export interface RegistryCredentials {
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly identityToken?: string | undefined;
  readonly registryToken?: string | undefined;
}

/** Where a registry has an image. */
export interface RegistryReference {
  /** The name of the registry, with its port; `docker.io` for the public one. */
  readonly host: string;
  /** `library/alpine` */
  readonly repository: string;
  /** A tag or a digest. */
  readonly reference: string;
}

/** A repository of a registry, and who asks for it. */
export interface RepositoryAccess {
  readonly host: string;
  readonly repository: string;
  readonly credentials?: RegistryCredentials | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface RegistryManifest {
  readonly mediaType: string;
  readonly digest: string;
  /** The bytes, whose digest was verified. */
  readonly body: Buffer;
}

export interface BlobUpload {
  readonly digest: string;
  readonly data: Buffer;
  /** Another repository of this registry that has the blob. */
  readonly mountFrom?: string | undefined;
  readonly onProgress?: ((sent: number) => void) | undefined;
}

/** How a blob came into a repository. */
export type UploadResult = 'exists' | 'mounted' | 'uploaded';

export interface RegistrySearchResult {
  readonly name: string;
  readonly description: string;
  readonly stars: number;
  readonly isOfficial: boolean;
}

export interface Registry {
  /** @throws NotFound, Unauthorized; ServerError if the registry cannot be reached */
  manifest(access: RepositoryAccess, reference: string): Promise<RegistryManifest>;
  /** Returns the bytes of a blob. Whoever reads them verifies the digest. @throws as {@link manifest} */
  blob(access: RepositoryAccess, digest: string): Promise<AsyncIterable<Uint8Array>>;
  /** Brings a blob into a repository, unless it is there. @throws Unauthorized, ServerError */
  pushBlob(access: RepositoryAccess, upload: BlobUpload): Promise<UploadResult>;
  /** @param reference a tag or a digest @returns the digest. @throws Unauthorized, ServerError */
  pushManifest(
    access: RepositoryAccess,
    reference: string,
    manifest: Omit<RegistryManifest, 'digest'>,
  ): Promise<string>;
  /** Verifies credentials. @returns an identity token, or an empty string if the registry issues none. @throws Unauthorized */
  login(host: string, credentials: RegistryCredentials): Promise<string>;
  /** Lists repositories whose names match. */
  search(host: string, term: string, limit: number, credentials?: RegistryCredentials): Promise<RegistrySearchResult[]>;
}
