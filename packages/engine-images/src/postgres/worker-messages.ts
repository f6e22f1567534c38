/** The messages between the server and the thread of its database. */

export interface DataFile {
  /** The path in the data folder. */
  readonly path: string;
  /** Undefined for a folder. */
  readonly content: Uint8Array | undefined;
}

export type DatabaseRequest =
  /** Without files, those of the open database; without one, a new folder. */
  | {
      readonly kind: 'open';
      readonly files: readonly DataFile[] | undefined;
      readonly user: string;
      readonly database: string;
      readonly settings: readonly string[];
    }
  | { readonly kind: 'run'; readonly bytes: Uint8Array }
  | { readonly kind: 'collect'; readonly isWhole: boolean }
  | { readonly kind: 'close' };

export type DatabaseResponse =
  | { readonly kind: 'done' }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'files'; readonly files: readonly DataFile[]; readonly paths: readonly string[] }
  | { readonly kind: 'failed'; readonly reason: string };
