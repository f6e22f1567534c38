/** What differs from the version that this one extends, by the place where it is marked. */
import type { Change, Difference, ConversionRule } from '../../ir/index.js';
import { markOf } from './mark.js';
import type { Link, Mark, MissingEntry } from './page.js';
import { segment } from './segment.js';
import { linkTo, realmOf, AnchorIndex, type Anchor } from './anchor-index.js';

export interface Base {
  readonly version: string;
  readonly spots: AnchorIndex;
  /** Whether it is the older of the two. */
  readonly isOlder: boolean;
  readonly changes: readonly Change[];
  readonly rules: readonly ConversionRule[];
  readonly differences: readonly Difference[];
}

/** A change, and where it is marked. */
export interface MarkedChange {
  readonly change: Change;
  readonly anchor: string;
  readonly here: Anchor;
  readonly there: Anchor;
}

/** The versions whose difference is told. */
export interface Pair {
  readonly older: string;
  readonly newer: string;
}

export class Differences {
  readonly changes: readonly MarkedChange[];
  readonly #marks = new Map<Link, Mark[]>();
  readonly #missing = new Map<Link, Map<string, MissingEntry>>();

  /** @param base none for a version that stands whole: nothing differs */
  constructor(
    readonly version: string,
    readonly spots: AnchorIndex,
    readonly base?: Base,
  ) {
    const former = formerNames(base);
    const anchors = anchorsOf(base?.changes ?? []);
    this.changes = (base?.changes ?? []).map((change, index) => {
      const [here, there] = this.#spots(change, base, former);
      return { change, anchor: anchors[index] ?? '', here, there };
    });
    for (const marked of this.changes) this.#mark(marked);
  }

  get pair(): Pair {
    const other = this.base?.version ?? this.version;
    return this.base?.isOlder === false ? { older: this.version, newer: other } : { older: other, newer: this.version };
  }

  marksAt(page: string, anchor?: string): readonly Mark[] {
    return this.#marks.get(linkTo({ page, ...(anchor !== undefined && { anchor }) })) ?? [];
  }

  /** What this version lacks of an operation, or of a page. */
  missingIn(page: string, anchor?: string): readonly MissingEntry[] {
    const found = this.#missing.get(linkTo({ page, ...(anchor !== undefined && { anchor }) }));
    return [...(found?.values() ?? [])];
  }

  /** Where the change stands in this version, and where in the other. */
  #spots(change: Change, base: Base | undefined, former: ReadonlyMap<string, string>): readonly [Anchor, Anchor] {
    const realm = realmOf(change.subject);
    if (base === undefined) return [this.spots.near(realm, change.place), this.spots.near(realm, change.place)];
    const before = renamed(`${realm} ${change.place}`, former).slice(realm.length + 1);
    const [mine, theirs] = base.isOlder ? [change.place, before] : [before, change.place];
    const there = base.spots.at(realm, theirs);
    const here = this.spots.at(realm, mine);
    if (here !== undefined) return [here, there ?? base.spots.near(realm, theirs)];
    if (there === undefined) return [this.spots.near(realm, mine), base.spots.near(realm, theirs)];
    const parent = there.parent === undefined ? undefined : base.spots.at(realm, there.parent);
    return [absent(there, parent, this.spots.near(realm, mine)), there];
  }

  #mark({ change, anchor, here, there }: MarkedChange): void {
    const { base } = this;
    if (base === undefined) return;
    const [older, newer] = base.isOlder ? [there, here] : [here, there];
    const notes = (change.kind === 'removed' ? older : newer).notes;
    const mark = markOf(change, `changes#${anchor}`, { ...this.pair, other: base.version, ...(notes && { notes }) });
    const link = linkTo(here);
    const isMissing = here.anchor !== undefined && !this.#has(here);
    if (!isMissing) {
      this.#marks.set(link, [...(this.#marks.get(link) ?? []), mark]);
      return;
    }
    const owner = ownerOf(here);
    const entries = this.#missing.get(owner) ?? new Map<string, MissingEntry>();
    const former = entries.get(here.stem);
    entries.set(here.stem, {
      anchor: here.stem,
      name: here.name,
      ...(here.in && { in: here.in }),
      marks: [...(former?.marks ?? []), mark],
    });
    this.#missing.set(owner, entries);
  }

  #has({ page, anchor }: Anchor): boolean {
    return this.spots.holds(linkTo({ page, ...(anchor !== undefined && { anchor }) }));
  }
}

/** The place where something would stand that only the other version has. @param around what is around it, there and here */
function absent(there: Anchor, around: Anchor | undefined, nearest: Anchor): Anchor {
  if (around === undefined) {
    const page = there.page.startsWith('groups/') ? there.page : 'index';
    return { page, anchor: there.stem, stem: there.stem, name: there.name };
  }
  const stem = `${nearest.stem}${there.stem.slice(around.stem.length)}`;
  return { ...there, page: nearest.page, anchor: stem, stem };
}

/** Parts of an operation are missing from it, everything else from its page. */
function ownerOf({ page, anchor = '', parent }: Anchor): Link {
  if (!page.startsWith('groups/') || parent === undefined) return page;
  return `${page}#${anchor.split('.')[0] ?? ''}`;
}

/** What shapes and operations are called in the older version, by what the newer one calls them. */
function formerNames(base: Base | undefined): ReadonlyMap<string, string> {
  return new Map(
    (base?.changes ?? []).flatMap(({ kind, subject, place, before }) =>
      kind === 'renamed' && typeof before === 'string'
        ? [[`${realmOf(subject)} ${place}`, `${realmOf(subject)} ${before}`] as const]
        : [],
    ),
  );
}

/** @param place with the realm before it */
function renamed(place: string, former: ReadonlyMap<string, string>): string {
  const head = /^\S+ [^.[{ ]+/.exec(place)?.[0] ?? '';
  return former.get(place) ?? `${former.get(head) ?? head}${place.slice(head.length)}`;
}

/** A place as an anchor: `Pet.Tags`, `PetStop.query.signal`. */
function placeAnchor({ place, subject }: Change): string {
  if (realmOf(subject) !== 'schema') return place.split(' ').map(segment).join('.');
  const steps = place.match(/\["(?:[^"\\]|\\.)*"\]|\[\]|\{\}|[^.[{]+/g) ?? [place];
  return steps.map((step) => segment(step.startsWith('["') ? step.slice(2, -2) : step)).join('.');
}

/** Made of what a change is about; where several are about the same, also of what only one of them concerns. */
function anchorsOf(changes: readonly Change[]): readonly string[] {
  const plain = (change: Change) => `${placeAnchor(change)}-${change.kind}`;
  const all = new Map<string, Change[]>();
  for (const change of changes) all.set(plain(change), [...(all.get(plain(change)) ?? []), change]);
  return changes.map((change) => {
    const twins = (all.get(plain(change)) ?? []).filter((other) => other !== change);
    if (twins.length === 0) return plain(change);
    const own = change.operations.find((id) => twins.every(({ operations }) => !operations.includes(id)));
    return `${plain(change)}-${change.direction}-${segment(own ?? JSON.stringify(change.after ?? change.before))}`;
  });
}
