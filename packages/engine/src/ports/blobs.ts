/** The port of content by digest: archives of layers, and other bytes that never change. */

export interface Blobs {
  /** Stores bytes; bytes that are already stored are not stored again. @returns `sha256:` and their digest */
  write(data: Uint8Array): string;
  read(digest: string): Buffer | undefined;
  has(digest: string): boolean;
  delete(digest: string): void;
  /** Lists the digests, in no order. */
  list(): Iterable<string>;
}
