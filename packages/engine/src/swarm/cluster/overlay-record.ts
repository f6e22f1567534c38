/** A network of a swarm as managers store it. */
import type { NetworkRecord } from '../../state/network-record.js';
import type { SwarmObject } from './swarm-object.js';

export interface OverlayRecord extends SwarmObject {
  readonly network: NetworkRecord;
}
