/** Rules for properties of bodies. What no rule allows is rejected: a list of forbidden values is never complete. */
import { Forbidden } from '@lading/server';

/** Throws if a value is not allowed. `property` is its path, such as `HostConfig.Binds`. */
export type Rule = (value: unknown, property: string) => void;

export function reject(property: string): never {
  throw new Forbidden(`${property === '' ? 'the body' : property} is not allowed`);
}

/** Allows any value, for properties that affect only the container itself. */
export const anything: Rule = () => undefined;

/** Allows only null and undefined, for properties whose empty array has a meaning. */
export const absent: Rule = (value, property) => {
  if (value !== undefined && value !== null) reject(property);
};

/** Allows all values that clients send for an unset property: null, false, 0, and empty strings, arrays and objects. */
export const unset: Rule = (value, property) => {
  if (!isUnset(value)) reject(property);
};

function isUnset(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) {
    return value === undefined || value === null || value === false || value === 0 || value === '';
  }
  return Array.isArray(value) ? value.length === 0 : Object.values(value).every(isUnset);
}

/** Allows unset, or one of the values. */
export function oneOf(...values: readonly unknown[]): Rule {
  return (value, property) => {
    if (!isUnset(value) && !values.includes(value)) reject(property);
  };
}

/** Allows unset, or a string that matches the pattern. */
export function matching(pattern: RegExp): Rule {
  return (value, property) => {
    if (!isUnset(value) && !(typeof value === 'string' && pattern.test(value))) reject(property);
  };
}

/** Allows null, or an array whose items the rule allows. */
export function each(rule: Rule): Rule {
  return (value, property) => {
    if (value === undefined || value === null) return;
    if (!Array.isArray(value)) reject(property);
    for (const [index, item] of (value as unknown[]).entries()) rule(item, `${property}[${index}]`);
  };
}

/** Allows null, or an object whose keys and values the rules allow. */
export function entries(key: Rule, rule: Rule): Rule {
  return (value, property) => {
    for (const [name, item] of propertiesOf(value, property)) {
      key(name, property);
      rule(item, `${property}.${name}`);
    }
  };
}

/** Allows null, or an object with only these properties. A call has the contract's spelling, so case is significant. */
export function only(rules: Readonly<Record<string, Rule>>): Rule {
  return (value, property) => {
    for (const [name, item] of propertiesOf(value, property)) {
      const path = property === '' ? name : `${property}.${name}`;
      if (!Object.hasOwn(rules, name)) reject(path);
      rules[name]?.(item, path);
    }
  };
}

function propertiesOf(value: unknown, property: string): [string, unknown][] {
  if (value === undefined || value === null) return [];
  if (typeof value !== 'object' || Array.isArray(value)) reject(property);
  return Object.entries(value as object);
}
