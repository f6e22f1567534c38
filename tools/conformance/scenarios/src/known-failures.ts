/** Scenarios that a server is known to fail, each with the reason. */
import { parse } from 'yaml';

export interface KnownFailure {
  readonly scenario: string;
  /** The API versions at which it fails; absent: at every version. */
  readonly versions?: readonly string[];
  readonly reason: string;
}

/** Reads a list of known failures. @throws Error when an entry has no scenario or no reason */
export function readKnownFailures(content: string, file: string): readonly KnownFailure[] {
  const entries = (parse(content) ?? []) as readonly Readonly<Record<string, unknown>>[];
  return entries.map(({ scenario, versions, reason }, index) => {
    if (typeof scenario !== 'string' || typeof reason !== 'string' || reason === '')
      throw new Error(`${file}, entry ${index + 1}: a known failure names its scenario and its reason`);
    return { scenario, reason, ...(Array.isArray(versions) && { versions: versions.map(String) }) };
  });
}

export function findKnownFailure(
  knownFailures: readonly KnownFailure[],
  scenario: string,
  version: string,
): KnownFailure | undefined {
  return knownFailures.find((one) => one.scenario === scenario && one.versions?.includes(version) !== false);
}
