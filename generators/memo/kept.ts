/** The last value under each key: the next one takes over all that it has in common with it. */
import { alike } from './alike.js';

/**
 * Makes a value that is made anew on every run one that stays itself where nothing changed, so that what is made of it
 * (by `memo`) is still known. A program that runs once only pays for the entry.
 */
export function kept<Value>(): (key: string, next: Value) => Value {
  const former = new Map<string, Value>();
  return (key, next) => {
    const known = former.get(key);
    const value = known === undefined ? next : alike(known, next);
    former.set(key, value);
    return value;
  };
}
