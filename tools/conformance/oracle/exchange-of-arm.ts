// The format of an arm's recording: one exchange per line of JSON, with the driver that made it.

import { appendFileSync, readFileSync } from 'node:fs';
import type { Exchange } from '../recorder/exchange.js';

/** An exchange of one run of the drivers. */
export interface ArmExchange {
  /** The name of the driver. */
  readonly driver: string;
  /** The number of the request, in the order in which requests began. */
  readonly order: number;
  readonly exchange: Exchange;
}

export function appendArmExchange(file: string, entry: ArmExchange): void {
  appendFileSync(file, `${JSON.stringify(entry)}\n`);
}

export function readArm(file: string): readonly ArmExchange[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ArmExchange)
    .sort((one, other) => one.order - other.order);
}
