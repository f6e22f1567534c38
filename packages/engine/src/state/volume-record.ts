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

export interface NewVolume {
  /** Without a name, the volume is anonymous. */
  readonly name?: string | undefined;
  readonly driver?: string | undefined;
  readonly labels?: Readonly<Record<string, string>> | null;
  readonly options?: Readonly<Record<string, string>> | null;
}

/** Returns the path of the volume's files on the machine of an engine. */
export function mountpointOf(name: string): string {
  return `/var/lib/docker/volumes/${name}/_data`;
}
