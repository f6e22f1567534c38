/** The members of the interfaces of a `paths` module as trees, and their code: whole, or as differences from a base version. */

type Lines = readonly string[];

/** A member of an interface or of an object type. */
export interface Member {
  /** With `?` if it is optional. */
  readonly name: string;
  readonly comment: Lines;
  /** The code of its type, or the members of it. */
  readonly type: string | readonly Member[];
  /** Where the types are declared that the code mentions: equal code with equal origins is the same type. */
  readonly origins: string;
}

export function memberOf(name: string, type: Member['type'], comment: Lines = [], origins = ''): Member {
  return { name, comment, type, origins };
}

/** Returns a member whose type is an object, or `never` without members. */
export function objectOr(name: string, members: readonly Member[]): Member {
  return memberOf(name, members.length === 0 ? 'never' : members);
}

/** Whether two members have the same type and the same comments. */
export function isSame(one: Member, other: Member | undefined): boolean {
  if (other === undefined) return false;
  const isEqual = one.name === other.name && one.origins === other.origins && hasSameLines(one.comment, other.comment);
  if (!isEqual || typeof one.type === 'string' || typeof other.type === 'string')
    return isEqual && one.type === other.type;
  const others = other.type;
  return one.type.length === others.length && one.type.every((member, index) => isSame(member, others[index]));
}

function hasSameLines(some: Lines, others: Lines): boolean {
  return some.length === others.length && some.every((line, index) => line === others[index]);
}

export function linesOf({ name, comment, type }: Member): Lines {
  if (typeof type === 'string') return [...comment, `${name}: ${type};`];
  return [...comment, `${name}: {`, ...indented(type.flatMap(linesOf)), '};'];
}

export function indented(lines: Lines): Lines {
  return lines.map((line) => `  ${line}`);
}

/**
 * Returns the lines of a member in which what equals the member of a base version is a reference to it, where that is shorter.
 * References need no instantiation of mapped types, and the type is the one that the whole code has.
 * @param base the code of the type of the base version that has the other member
 */
export function differingLines(member: Member, inBase: Member | undefined, base: string): Lines {
  const whole = linesOf(member);
  if (inBase === undefined) return whole;
  const lines = withReferences(member, inBase, `${base}[${literalKey(keyOf(member))}]`);
  return sizeOf(lines) < sizeOf(whole) ? lines : whole;
}

function withReferences(member: Member, inBase: Member, base: string): Lines {
  const { name, comment, type } = member;
  const isOptional = name.endsWith('?');
  if (isSame(member, inBase) && !(isOptional && typeof type === 'string'))
    return [...comment, `${name}: ${isOptional ? `NonNullable<${base}>` : base};`];
  if (typeof type === 'string' || typeof inBase.type === 'string') return linesOf(member);
  const others = new Map(inBase.type.map((other) => [keyOf(other), other]));
  const lines = type.flatMap((own) => differingLines(own, others.get(keyOf(own)), base));
  return [...comment, `${name}: {`, ...indented(lines), '};'];
}

function sizeOf(lines: Lines): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}

function keyOf({ name }: Member): string {
  return name.endsWith('?') ? name.slice(0, -1) : name;
}

/** Returns the type of a key: `"get"` of `get`. */
function literalKey(key: string): string {
  return /^["\d]/.test(key) ? key : JSON.stringify(key);
}
