// Known deviations of bridges, `deviations.yaml`: each with a reason. A cell with a deviation is a miss all the same.

import { parse } from 'yaml';

export interface Deviation {
  readonly operation: string;
  /** The API versions at which it occurs; undefined: at every version. */
  readonly versions: readonly string[] | undefined;
  /** The engines with which it occurs; undefined: with every engine. */
  readonly engines: readonly string[] | undefined;
  readonly reason: string;
}

/** Reads the list, as far as it concerns an engine. @throws Error when an entry has no operation or no reason */
export function readDeviations(content: string, file: string, engine: string): readonly Deviation[] {
  const entries = (parse(content) ?? []) as readonly Readonly<Record<string, unknown>>[];
  const all = entries.map(({ operation, versions, engines, reason }, index) => {
    if (typeof operation !== 'string' || typeof reason !== 'string' || reason === '')
      throw new Error(`${file}, entry ${index + 1}: a deviation names its operation and its reason`);
    return { operation, reason, versions: listOf(versions), engines: listOf(engines) };
  });
  return all.filter(({ engines }) => engines?.includes(engine) !== false);
}

function listOf(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.map(String) : undefined;
}
