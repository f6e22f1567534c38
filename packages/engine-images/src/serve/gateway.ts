/** The address from which requests appear to come. */
import type { ProgramContext } from '@lading/engine';

/** Returns the first address of the container's network, which is that of the machine. */
export function gatewayOf({ addresses: [address = '172.17.0.2'] }: ProgramContext): string {
  return address.replace(/\.\d+$/, '.1');
}
