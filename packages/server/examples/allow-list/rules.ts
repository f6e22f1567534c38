/** What a property of a body may be. Whatever no rule allows is refused: a list of what is forbidden is never complete. */
import { Forbidden } from '@lading/server';

/** Throws where a value is not allowed. `property` is its path: `HostConfig.Binds`. */
export type Rule = (value: unknown, property: string) => void;

export function refuse(property: string): never {
  throw new Forbidden(`${property === '' ? 'the body' : property} is not allowed`);
}

/** Whatever it is, it reaches nothing but the container itself. */
export const anything: Rule = () => undefined;

/** Nothing but null: even an empty list says something. */
export const absent: Rule = (value, property) => {
  if (value !== undefined && value !== null) refuse(property);
};

/** Not set, in any of the ways in which clients say so. */
export const unset: Rule = (value, property) => {
  if (!isUnset(value)) refuse(property);
};

function isUnset(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) {
    return value === undefined || value === null || value === false || value === 0 || value === '';
  }
  return Array.isArray(value) ? value.length === 0 : Object.values(value).every(isUnset);
}

/** Not set, or one of these. */
export function oneOf(...values: readonly unknown[]): Rule {
  return (value, property) => {
    if (!isUnset(value) && !values.includes(value)) refuse(property);
  };
}

/** Not set, or a text that matches as a whole. */
export function matching(pattern: RegExp): Rule {
  return (value, property) => {
    if (!isUnset(value) && !(typeof value === 'string' && pattern.test(value))) refuse(property);
  };
}

/** Null, or a list of what the rule allows. */
export function each(rule: Rule): Rule {
  return (value, property) => {
    if (value === undefined || value === null) return;
    if (!Array.isArray(value)) refuse(property);
    for (const [index, item] of (value as unknown[]).entries()) rule(item, `${property}[${index}]`);
  };
}

/** Null, or an object with keys and values that the rules allow. */
export function entries(key: Rule, rule: Rule): Rule {
  return (value, property) => {
    for (const [name, member] of membersOf(value, property)) {
      key(name, property);
      rule(member, `${property}.${name}`);
    }
  };
}

/** Null, or an object with no other properties than these. Names are compared as they are: a call has the contract's. */
export function only(rules: Readonly<Record<string, Rule>>): Rule {
  return (value, property) => {
    for (const [name, member] of membersOf(value, property)) {
      const path = property === '' ? name : `${property}.${name}`;
      if (!Object.hasOwn(rules, name)) refuse(path);
      rules[name]?.(member, path);
    }
  };
}

function membersOf(value: unknown, property: string): [string, unknown][] {
  if (value === undefined || value === null) return [];
  if (typeof value !== 'object' || Array.isArray(value)) refuse(property);
  return Object.entries(value as object);
}
