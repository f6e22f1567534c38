/** A version and those that it extends, with the differences between them. */
import type {
  Change,
  ConvertedValue,
  ConvertRule,
  HookRule,
  OperationRules,
  TimelineVersion,
  VersionStep,
} from '../ir/index.js';

export interface Lineage {
  /** The version, the one that it extends, and so on to the base version. */
  readonly versions: readonly [TimelineVersion, ...TimelineVersion[]];
  /** Returns how the version differs from one that it extends, directly or not. */
  since(ancestor: string): DifferencesSince;
  /**
   * Returns the rules that convert between the version and the one that it extends; undefined for the base version.
   *
   * @param ignoresUnknown whether servers ignore properties that they do not know
   */
  step(ignoresUnknown: boolean): ConversionStep | undefined;
}

/** The differences between a version and one that it extends. */
export interface DifferencesSince extends Required<Pick<TimelineVersion, 'changes' | 'rules' | 'differences'>> {
  /** The extended version. */
  readonly version: string;
  /** Whether the extended version is the older one of the two. */
  readonly isOlder: boolean;
  /** Returns the version with which a change was made, if that is known from versions between the two. */
  readonly versionOf?: (change: Change) => string | undefined;
}

/** Two neighbouring versions with the rules that convert between them. */
export interface ConversionStep extends VersionStep {
  /** All rules of the operations that differ. */
  readonly operations: readonly OperationRules[];
  /** Returns the operations that a rule acts on. */
  readonly operationsOf: (rule: HookRule | ConvertRule) => readonly string[];
  /** Returns the types that the function of a rule converts. */
  readonly convertedBy: (rule: ConvertRule) => ConvertedValue;
}
