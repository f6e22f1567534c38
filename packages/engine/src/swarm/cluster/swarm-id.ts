/** Identifiers of swarms: 25 digits and lower-case letters. */
import type { Ids } from '../../ports/ids.js';
import { base36 } from '../../values/digest.js';

const length = 25;

export function nextSwarmId(ids: Ids): string {
  return base36(ids.next().slice(0, 32), length);
}
