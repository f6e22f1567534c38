/** Failures that are known of a server, each with its reason. */
import { parse } from 'yaml';

export interface KnownFailure {
  readonly story: string;
  /** At these versions; absent: at every one. */
  readonly versions?: readonly string[];
  readonly reason: string;
}

/** @throws Error when an entry has no story or no reason */
export function readKnown(content: string, file: string): readonly KnownFailure[] {
  const entries = (parse(content) ?? []) as readonly Readonly<Record<string, unknown>>[];
  return entries.map(({ story, versions, reason }, index) => {
    if (typeof story !== 'string' || typeof reason !== 'string' || reason === '')
      throw new Error(`${file}, entry ${index + 1}: a known failure names its story and its reason`);
    return { story, reason, ...(Array.isArray(versions) && { versions: versions.map(String) }) };
  });
}

export function knownOf(known: readonly KnownFailure[], story: string, version: string): KnownFailure | undefined {
  return known.find((one) => one.story === story && one.versions?.includes(version) !== false);
}
