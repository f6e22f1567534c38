/** The values of an input by name. */
export type InputValues = Readonly<Record<string, unknown>>;

/** Returns a value by its name, which may be that of a property of `Object.prototype`. */
export function ownValue<T>(values: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return values && Object.hasOwn(values, name) ? values[name] : undefined;
}

/** Returns own properties only: a polluted prototype would add parameters to every call. */
export function ownValues(values: unknown): InputValues {
  return { __proto__: null, ...(values as object | undefined) };
}
