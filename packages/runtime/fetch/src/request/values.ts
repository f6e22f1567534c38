/** The values of an input by name. */
export type InputValues = Readonly<Record<string, unknown>>;

/** Returns own properties only: a polluted prototype would add parameters to every call. */
export function ownValues(values: unknown): InputValues {
  return { __proto__: null, ...(values as object | undefined) };
}
