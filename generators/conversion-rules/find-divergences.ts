/** Where two types part: walked side by side, member by member. */
import type { EnumType, Type } from '../ir/index.js';
import { joined, membersOf, resolved, type IndexedApi, type Member } from './message-types.js';

export interface Divergence {
  /**
   * `only`: one version has the member. `null`: one sends or takes null for it. `always`: one always has it.
   * `values`: one has more values. `type`: they are of different kinds.
   */
  readonly kind: 'only' | 'null' | 'always' | 'values' | 'type';
  /** Which of the two: that has more, or asks for more. */
  readonly side: 'older' | 'newer';
  /** From the root of the two types. */
  readonly path: string;
  /** `Shape.member`, as either version calls it. */
  readonly members: readonly string[];
  /** Whether the version always has the member; of `null`, whether the other one does. */
  readonly required: boolean;
}

interface Versions {
  readonly older: IndexedApi;
  readonly newer: IndexedApi;
}

export function divergencesOf(versions: Versions, one: Type, other: Type, path = ''): readonly Divergence[] {
  return walked(versions, one, other, path, [], []);
}

function walked(
  { older, newer }: Versions,
  one: Type,
  other: Type,
  path: string,
  members: readonly string[],
  seen: readonly string[],
): readonly Divergence[] {
  const [a, b] = [resolved(older, one), resolved(newer, other)];
  // Shapes that hold themselves are compared once; no path could tell how deep.
  const key = [...a.names, '/', ...b.names].join(' ');
  if (key !== '/' && seen.includes(key)) return [];
  const known = [...seen, key];
  const next = (left: Type, right: Type, at: string, about: readonly string[]) =>
    walked({ older, newer }, left, right, at, about, known);
  const here = { path, members, required: false };
  if (a.type.kind === 'list' && b.type.kind === 'list') return next(a.type.items, b.type.items, `${path}[]`, members);
  if (a.type.kind === 'map' && b.type.kind === 'map') return next(a.type.values, b.type.values, `${path}{}`, members);
  if (a.type.kind === 'record' && b.type.kind === 'record') {
    const left = membersOf(older, a.type, a.names.at(-1) ?? '');
    const right = membersOf(newer, b.type, b.names.at(-1) ?? '');
    return [
      ...left.flatMap((member) => pairOf(member, right, path, { older, newer }, next)),
      ...right
        .filter(({ name }) => !left.some((member) => member.name === name))
        .map((member) => only(member, 'newer', path)),
    ];
  }
  if (a.type.kind === 'enum' || b.type.kind === 'enum') return values(a.type, b.type, here);
  const loose = ['union', 'any'];
  if (a.type.kind === b.type.kind || loose.includes(a.type.kind) || loose.includes(b.type.kind)) return [];
  return [{ ...here, kind: 'type', side: 'newer' }];
}

function pairOf(
  member: Member,
  others: readonly Member[],
  path: string,
  { older, newer }: Versions,
  next: (one: Type, other: Type, path: string, members: readonly string[]) => readonly Divergence[],
): readonly Divergence[] {
  const other = others.find(({ name }) => name === member.name);
  if (other === undefined) return [only(member, 'older', path)];
  const at = joined(path, member.name);
  const members = [...new Set([nameOf(member), nameOf(other)])];
  const nulls = [resolved(older, member.type).nullable, resolved(newer, other.type).nullable];
  return [
    ...(member.required === other.required
      ? []
      : [{ kind: 'always' as const, side: sideOf(member.required), path: at, members, required: true }]),
    ...(nulls[0] === nulls[1]
      ? []
      : [
          {
            kind: 'null' as const,
            side: sideOf(nulls[0] === true),
            path: at,
            members,
            required: nulls[0] === true ? other.required : member.required,
          },
        ]),
    ...next(member.type, other.type, at, members),
  ];
}

function only(member: Member, side: Divergence['side'], path: string): Divergence {
  const { required } = member;
  return { kind: 'only', side, path: joined(path, member.name), members: [nameOf(member)], required };
}

function values(one: Type, other: Type, here: Omit<Divergence, 'kind' | 'side'>): readonly Divergence[] {
  if (!isText(one) || !isText(other)) return [{ ...here, kind: 'type', side: 'newer' }];
  return [
    ...(hasMore(one, other) ? [{ ...here, kind: 'values' as const, side: 'older' as const }] : []),
    ...(hasMore(other, one) ? [{ ...here, kind: 'values' as const, side: 'newer' as const }] : []),
  ];
}

/** Whether the first lets through what the second, being closed, does not. */
function hasMore(one: Type, other: Type): boolean {
  if (!isClosed(other)) return false;
  return !isClosed(one) || one.values.some(({ value }) => !other.values.some((known) => known.value === value));
}

function isClosed(type: Type): type is EnumType {
  return type.kind === 'enum' && !type.open;
}

function isText({ kind }: Type): boolean {
  return kind === 'enum' || kind === 'string' || kind === 'integer';
}

function sideOf(isOlder: boolean): Divergence['side'] {
  return isOlder ? 'older' : 'newer';
}

function nameOf({ owner, name }: Member): string {
  return `${owner}.${name}`;
}
