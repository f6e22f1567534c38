/** A volume as the engine stores it. */

export interface VolumeRecord {
  readonly id: string;
  /** Equal to the id. */
  readonly name: string;
  readonly driver: string;
  /** Milliseconds since 1970. */
  readonly created: number;
  /** Null if the request had none. */
  readonly labels: Readonly<Record<string, string>> | null;
  readonly options: Readonly<Record<string, string>> | null;
  readonly isAnonymous: boolean;
}
