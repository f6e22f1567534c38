// Known deviations of bridges, `deviations.yaml`: each with a reason. A cell with a deviation is a miss all the same.

import { parse } from 'yaml';

export interface Deviation {
  readonly operation: string;
  /** The API versions at which it occurs; undefined: at every version. */
  readonly versions: readonly string[] | undefined;
  readonly reason: string;
}

/** Reads the list. @throws Error when an entry has no operation or no reason */
export function readDeviations(content: string, file: string): readonly Deviation[] {
  const entries = (parse(content) ?? []) as readonly Readonly<Record<string, unknown>>[];
  return entries.map(({ operation, versions, reason }, index) => {
    if (typeof operation !== 'string' || typeof reason !== 'string' || reason === '')
      throw new Error(`${file}, entry ${index + 1}: a deviation names its operation and its reason`);
    return { operation, reason, versions: Array.isArray(versions) ? versions.map(String) : undefined };
  });
}
