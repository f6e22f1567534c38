/** Names groups, and methods in their groups, after tags, paths and operationIds. No word has a meaning of its own. */
import pluralize from 'pluralize';

/** Splits a text into words, in the parts between characters other than letters and digits: `users_getMe` → `users` | `get`, `Me`. */
function partsOf(text: string): readonly (readonly string[])[] {
  const isCapitals = !/\p{Ll}/u.test(text);
  return text
    .normalize('NFC')
    .split(/[^\p{L}\p{Nd}]+/u)
    .filter((part) => part !== '')
    .map((part) =>
      isCapitals ? [part.toLowerCase()] : (part.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[^\p{Lu}]+/gu) ?? [part]),
    );
}

function camelCase(words: readonly string[]): string {
  return words
    .map((word, index) => {
      // An abbreviation in front is in lower case: `URLPath` is `urlPath`.
      if (index === 0) return /\p{Ll}/u.test(word) ? word.charAt(0).toLowerCase() + word.slice(1) : word.toLowerCase();
      return word.charAt(0).toUpperCase() + word.slice(1);
    })
    .join('');
}

/** Returns an identifier, or undefined if there is no letter and no digit. No member that every object has gets hidden. */
function memberName(words: readonly string[]): string | undefined {
  const name = camelCase(words);
  if (name === '') return undefined;
  const spelled = /^\p{ID_Start}/u.test(name) ? name : `_${name}`;
  return isMember(spelled) ? spelled : `${spelled}_`;
}

/** Tells whether a client can have a method of this name: `then` would make a promise of it. */
function isMember(name: string): boolean {
  return !(name in Object.prototype) && name !== 'then';
}

/** Names that clients have besides their groups. */
const membersOfClients = new Set(['call', 'version']);

/** Tells whether a client can have a group of this name. */
function isGroupMember(name: string): boolean {
  return isMember(name) && !membersOfClients.has(name);
}

/** Returns the name of the group of a tag or of a segment of a path: `Store Orders` → `storeOrders`. */
export function groupName(text: string): string | undefined {
  return memberName(partsOf(text).flat());
}

/** Returns the name of a group in clients and servers. */
export function groupMember(name: string): string {
  return isGroupMember(name) ? name : `${name}_`;
}

/** A group and a method in it. */
export interface MethodPlace {
  readonly noun: string;
  readonly verb: string;
}

/** Parses a group and a method: `store.create`. @returns undefined if it is none, or if clients have other members of these names */
export function methodPlaceOf(text: string): MethodPlace | undefined {
  const [noun = '', verb = '', ...others] = text.split('.');
  const isValid = [noun, verb].every((name) => /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name));
  return isValid && others.length === 0 && isGroupMember(noun) && isMember(verb) ? { noun, verb } : undefined;
}

/** Returns what names the group of an operation without tags: the first segment of its path without a parameter. */
export function groupOfPath(path: string): string | undefined {
  return path.split('/').find((segment) => !segment.includes('{') && groupName(segment) !== undefined);
}

/**
 * Returns the names that a method may have, the preferred one first: the identifier without the name of its group, in singular
 * or plural, where that leaves a name; then the whole identifier.
 *
 * @param identifier the operationId, or method and path
 * @param group the tag, or the segment of the path that names the group
 */
export function methodNames(identifier: string, group: string): readonly string[] {
  const parts = partsOf(identifier);
  const owner = singular(partsOf(group).flat());
  const [first = [], ...others] = parts;
  // `UsersController_getUser` has the group in front of the method, whose own name may contain it as well.
  const isOwned = others.length > 0 && singular(withoutController(first)) === owner;
  const method = isOwned ? others.flat() : parts.flat();
  const candidates = [withoutGroup(method, owner) ?? method, method, parts.flat()];
  const names = candidates.flatMap((words) =>
    isName(words) || words.length === parts.flat().length ? (memberName(words) ?? []) : [],
  );
  return [...new Set(names)];
}

function withoutController(words: readonly string[]): readonly string[] {
  return words.length > 1 && words.at(-1)?.toLowerCase() === 'controller' ? words.slice(0, -1) : words;
}

/** How many characters a plural has at most that its singular does not have. */
const PLURAL_LENGTH = 8;

/** Removes the first occurrence of the group's name. @returns undefined if there is none, or nothing would be left */
function withoutGroup(words: readonly string[], group: string): readonly string[] | undefined {
  for (let start = 0; start < words.length; start += 1) {
    for (let end = start + 1, length = 0; end <= words.length; end += 1) {
      length += words[end - 1]?.length ?? 0;
      if (length > group.length + PLURAL_LENGTH) break;
      if (singular(words.slice(start, end)) !== group) continue;
      const rest = [...words.slice(0, start), ...words.slice(end)];
      if (isName(rest)) return rest;
    }
  }
  return undefined;
}

function isName([first = '']: readonly string[]): boolean {
  return /^\p{ID_Start}/u.test(first);
}

const singulars = new Map<string, string>();

function singular(words: readonly string[]): string {
  const word = words.join('').toLowerCase();
  let cached = singulars.get(word);
  if (cached === undefined) singulars.set(word, (cached = pluralize.singular(word)));
  return cached;
}
