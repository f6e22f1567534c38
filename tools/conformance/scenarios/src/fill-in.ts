/** Replaces `{{name}}` in a scenario by the value of a variable. */

export type Variables = ReadonlyMap<string, unknown>;

/** Replaces variables at any depth. A string that is only `{{name}}` becomes the value itself, of any type. @throws Error for an undefined variable */
export function fillIn<T>(value: T, variables: Variables): T {
  return fill(value, variables) as T;
}

function fill(value: unknown, variables: Variables): unknown {
  if (typeof value === 'string') return text(value, variables);
  if (Array.isArray(value)) return value.map((one) => fill(one, variables));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [String(text(key, variables)), fill(one, variables)]),
  );
}

function text(value: string, variables: Variables): unknown {
  const [, alone] = /^\{\{([\w-]+)\}\}$/.exec(value) ?? [];
  if (alone !== undefined) return variable(alone, variables);
  return value.replace(/\{\{([\w-]+)\}\}/g, (_all, name: string) => String(variable(name, variables)));
}

function variable(name: string, variables: Variables): unknown {
  if (variables.has(name)) return variables.get(name);
  throw new Error(`{{${name}}} is not defined here: an earlier step has to keep it`);
}
