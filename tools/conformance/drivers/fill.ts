// Replaces `{{name}}` in requests by the values of variables.

export type Variables = ReadonlyMap<string, unknown>;

/**
 * Replaces variables at any depth. A string that is one variable becomes its value, of any type, and the entries of the value of the key
 * `...` are those of the object. In other strings, `{{id:12}}` is the beginning of the value.
 */
export function fill(value: unknown, valueOf: (name: string) => unknown, as?: 'text'): unknown {
  if (typeof value === 'string') {
    const [, alone] = as === 'text' ? [] : (/^\{\{(\w[\w.-]*)\}\}$/.exec(value) ?? []);
    if (alone !== undefined) return fill(valueOf(alone), valueOf);
    return value.replaceAll(/\{\{(\w[\w.-]*)(?::(\d+))?\}\}/g, (_all, name: string, length?: string) => {
      const found = valueOf(name);
      return ['string', 'number', 'boolean'].includes(typeof found)
        ? String(found).slice(0, Number(length ?? Infinity))
        : 'missing';
    });
  }
  if (Array.isArray(value)) return value.map((one) => fill(one, valueOf));
  // What is no plain object is a value as a whole: bytes, a client.
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => {
      const filled = fill(one, valueOf);
      return key === '...' ? Object.entries(filled ?? {}) : [[fill(key, valueOf, 'text') as string, filled] as const];
    }),
  );
}

/** The value of a variable, or of a property of one: `name.0.property`. What an earlier request failed to create is undefined. */
export const variableOf =
  (variables: Variables) =>
  (path: string): unknown => {
    const [name = '', ...properties] = path.split('.');
    return properties.reduce<unknown>((at, key) => member(at, key), variables.get(name));
  };

export const member = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;

/** The values of headers: an object is sent as base64url with padding, as credentials of registries are. */
export const headersOf = (headers: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const encoded = (): string => Buffer.from(JSON.stringify(value)).toString('base64');
      return [name, typeof value === 'object' ? encoded().replaceAll('+', '-').replaceAll('/', '_') : String(value)];
    }),
  );
