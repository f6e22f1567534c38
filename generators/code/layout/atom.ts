/** The kind of a string of code, as far as its layout depends on it. */

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

/** Tells whether the code is a member access: `a.b`. */
export function isMember(text: string): boolean {
  return member.test(text);
}

/** Returns the name in `() => name`. */
export function thunkOf(text: string): string | undefined {
  return thunk.exec(text)?.[1];
}

/** Tells whether the code is a function that returns an expression. */
export function isArrow(text: string): boolean {
  return /^\([^()]*\) => /.test(text);
}

/** Tells whether the code is a type that is a plain name. */
export function isPlainType(text: string): boolean {
  return isMember(text) || (name.test(text) && !isBoolean(text));
}

/** Tells whether the code is a type with a single value. */
export function isLiteralType(text: string): boolean {
  return isBoolean(text) || isSignedNumber(text) || quoted.test(text);
}

/** Tells whether the code is a named type, with or without arguments. */
export function isReference(text: string): boolean {
  return applied.test(text) || (isPlainType(text) && !keywords.has(text));
}

/** Tells whether the code is `name<types>`. */
export function isApplied(text: string): boolean {
  return applied.test(text);
}
