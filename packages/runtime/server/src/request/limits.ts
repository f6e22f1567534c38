/** The limits of a server and their defaults. */
import { defaultHostLimits, type HostLimits } from '../host/host-limits.js';

/** Limits of requests. Sizes are in bytes, times in milliseconds; 0 is no limit. */
export interface Limits extends HostLimits {
  /** The size of a body that is read whole. Archives are streamed and have no limit. @default 16 MiB */
  readonly body: number;
  /** The size of a file of a form that is streamed, because the form is larger than `body`. @default 1 GiB */
  readonly file: number;
  /** The depth of nested arrays and objects in a JSON body. @default 100 */
  readonly depth: number;
  /** The number of all values in a JSON body, and of the parts of a form. @default 50,000 */
  readonly values: number;
  /** The time until a body that is read whole has arrived, and until the next bytes of a streamed file. @default 5 minutes */
  readonly wholeBody: number;
  /** The time until the next bytes of an archive or another body that is streamed, while there is room for them. @default 5 minutes */
  readonly pause: number;
  /** The total size of all bodies that are being read whole at the same time. @default 256 MiB */
  readonly bodiesInAll: number;
}

const second = 1000;
const minute = 60 * second;

export const defaultLimits: Limits = {
  ...defaultHostLimits,
  body: 16 * 1024 * 1024,
  file: 1024 * 1024 * 1024,
  depth: 100,
  values: 50_000,
  wholeBody: 5 * minute,
  pause: 5 * minute,
  bodiesInAll: 256 * 1024 * 1024,
};
