// What the configuration of vitest provides to tests.
import 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether sampled tests run in full: in `npm run check -- --all`, and wherever LADING_RUNS is `full`. */
    readonly isFullRun: boolean;
    /** What property tests draw their values from: LADING_SEED, or a random one. */
    readonly seed: number;
  }
}
