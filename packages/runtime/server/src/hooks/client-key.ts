/** What a limit counts by. */
import type { BodylessCall } from '../index.js';

/** Returns the key of a client; calls with the same key share a limit. Undefined is no limit. */
export type ClientKey = (call: BodylessCall) => string | undefined;

/** All calls share one limit. */
export const everyone: ClientKey = () => '';
