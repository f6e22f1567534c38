/** The parser of scripts, which is long. */
import { createRequire } from 'node:module';

let library: typeof import('unbash') | undefined;

/** Loads it with the first script, and at once: what that script prints first is in the logs when its container has started. */
export function parser(): typeof import('unbash') {
  return (library ??= createRequire(import.meta.url)('unbash') as typeof import('unbash'));
}
