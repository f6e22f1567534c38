/** Compares the output of a command line through a gateway with its output on the engine itself. */
import type { TourOutcome } from './run-tour.js';

export interface Difference {
  readonly step: string;
  readonly part: 'code' | 'stdout' | 'stderr';
  readonly expected: string;
  readonly actual: string;
}

export function differencesOf(expected: readonly TourOutcome[], actual: readonly TourOutcome[]): readonly Difference[] {
  return expected.flatMap((direct, index) => {
    const other = actual[index];
    return (['code', 'stdout', 'stderr'] as const).flatMap((part) =>
      other !== undefined && direct[part] === other[part]
        ? []
        : [{ step: direct.step.name, part, expected: String(direct[part]), actual: String(other?.[part]) }],
    );
  });
}
