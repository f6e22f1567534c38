// What the configuration of vitest provides to tests.
import 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether the parts that take minutes run too: in `npm run check -- --all`, and by LADING_RUNS (vitest.config.ts). */
    readonly isFullRun: boolean;
    /** Whether every value runs instead of a sample: only where LADING_RUNS is `exhaustive`. */
    readonly isExhaustiveRun: boolean;
    /** What property tests draw their values from: LADING_SEED, or a random one. */
    readonly seed: number;
  }
}

declare global {
  /** Creates an empty folder, which is removed after the tests of the file. @param parent by default that of the system */
  function temporaryFolder(parent?: string): string;
}
