/** A secret or a config as managers store it. */
import type { SwarmObject } from './swarm-object.js';

export interface SecretRecord extends SwarmObject {
  readonly labels: Readonly<Record<string, string>>;
  /** In base64; empty for a secret of a driver. */
  readonly data: string;
  readonly templating?: SwarmDriver | undefined;
}

export interface SwarmDriver {
  readonly name: string;
  readonly options: Readonly<Record<string, string>>;
}
