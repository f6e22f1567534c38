/** `{{name}}` in a story → what it stands for. */

export type Known = ReadonlyMap<string, unknown>;

/** A text that is one name alone becomes the value itself, whatever its type. @throws Error for an unknown name */
export function fillIn<T>(value: T, known: Known): T {
  return fill(value, known) as T;
}

function fill(value: unknown, known: Known): unknown {
  if (typeof value === 'string') return text(value, known);
  if (Array.isArray(value)) return value.map((one) => fill(one, known));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [String(text(key, known)), fill(one, known)]));
}

function text(value: string, known: Known): unknown {
  const [, alone] = /^\{\{([\w-]+)\}\}$/.exec(value) ?? [];
  if (alone !== undefined) return knownAs(alone, known);
  return value.replace(/\{\{([\w-]+)\}\}/g, (_all, name: string) => String(knownAs(name, known)));
}

function knownAs(name: string, known: Known): unknown {
  if (known.has(name)) return known.get(name);
  throw new Error(`{{${name}}} is not known here: an earlier step has to keep it`);
}
