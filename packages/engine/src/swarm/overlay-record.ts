/** A network of a swarm as managers store it. */
import type { NetworkRecord } from '../networks/network-record.js';
import type { SwarmObject } from './swarm-object.js';

export interface OverlayRecord extends SwarmObject {
  readonly network: NetworkRecord;
}
