/** What a string of code is, as far as its layout depends on it. */

const identifier = String.raw`[\p{ID_Start}_$][\p{ID_Continue}$]*`;
const name = new RegExp(`^${identifier}$`, 'u');
const member = new RegExp(`^${identifier}(\\.${identifier})+$`, 'u');
const thunk = new RegExp(`^\\(\\) => (${identifier})$`, 'u');
const quoted = /^'(?:[^'\\]|\\.)*'$|^"(?:[^"\\]|\\.)*"$/su;
const applied = new RegExp(`^${identifier}<.*>$`, 'su');

const keywords = new Set(
  'any unknown never void null undefined string number bigint boolean symbol object this'.split(' '),
);

export function isString(text: string): boolean {
  return /^['"]/.test(text);
}

export function isNumber(text: string): boolean {
  return /^\.?\d/.test(text);
}

export function isSignedNumber(text: string): boolean {
  return /^[+-]?\.?\d/.test(text);
}

export function isBoolean(text: string): boolean {
  return text === 'true' || text === 'false';
}

export function isName(text: string): boolean {
  return name.test(text) && !isBoolean(text) && text !== 'null';
}

/** `a.b` */
export function isMember(text: string): boolean {
  return member.test(text);
}

/** `() => name`: the name. */
export function thunkOf(text: string): string | undefined {
  return thunk.exec(text)?.[1];
}

/** A type that is a word. */
export function isPlainType(text: string): boolean {
  return isMember(text) || (name.test(text) && !isBoolean(text));
}

/** A type of one value. */
export function isLiteralType(text: string): boolean {
  return isBoolean(text) || isSignedNumber(text) || quoted.test(text);
}

/** A type that has a name, with arguments or without. */
export function isReference(text: string): boolean {
  return applied.test(text) || (isPlainType(text) && !keywords.has(text));
}

/** `name<types>` */
export function isApplied(text: string): boolean {
  return applied.test(text);
}
