/** Holds what a command line printed through a gateway against what it printed on the engine itself. */
import type { Outcome } from './run-tour.js';

export interface Difference {
  readonly step: string;
  readonly part: 'code' | 'stdout' | 'stderr';
  readonly wanted: string;
  readonly got: string;
}

export function differencesOf(wanted: readonly Outcome[], got: readonly Outcome[]): readonly Difference[] {
  return wanted.flatMap((own, index) => {
    const other = got[index];
    return (['code', 'stdout', 'stderr'] as const).flatMap((part) =>
      other !== undefined && own[part] === other[part]
        ? []
        : [{ step: own.step.name, part, wanted: String(own[part]), got: String(other?.[part]) }],
    );
  });
}
