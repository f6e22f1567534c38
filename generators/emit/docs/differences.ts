/** The differences from the extended version, by the place where they are marked. */
import { appendTo, type Change, type ConversionRule, type Difference } from '../../emitter/index.js';
import { markOf } from './mark.js';
import type { Link, Mark, MissingEntry } from './page.js';
import { segment } from './segment.js';
import { linkTo, anchorKindOf, AnchorIndex, type Anchor } from './anchor-index.js';

/** The extended version, and its differences from this one. */
export interface Base {
  readonly version: string;
  readonly anchors: AnchorIndex;
  /** Whether it is the older one of the two. */
  readonly isOlder: boolean;
  readonly changes: readonly Change[];
  /** Returns the version with which a change was made, if that is known from versions between the two. */
  readonly versionOf?: (change: Change) => string | undefined;
  readonly rules: readonly ConversionRule[];
  readonly differences: readonly Difference[];
}

/** A change, and where it is marked in both versions. */
export interface MarkedChange {
  readonly change: Change;
  readonly anchor: string;
  readonly here: Anchor;
  readonly there: Anchor;
}

/** The two compared versions. */
export interface ComparedVersions {
  readonly older: string;
  readonly newer: string;
}

export class Differences {
  readonly changes: readonly MarkedChange[];
  readonly #marks = new Map<Link, Mark[]>();
  readonly #missing = new Map<Link, Map<string, MissingEntry>>();

  /** @param base the extended version; undefined for a base version, which has no differences */
  constructor(
    readonly version: string,
    readonly anchors: AnchorIndex,
    readonly base?: Base,
  ) {
    const former = formerNames(base);
    const changeAnchors = anchorsOf(base?.changes ?? []);
    this.changes = (base?.changes ?? []).map((change, index) => {
      const [here, there] = this.#anchorsOf(change, base, former);
      return { change, anchor: changeAnchors[index] ?? '', here, there };
    });
    for (const marked of this.changes) this.#mark(marked);
  }

  get pair(): ComparedVersions {
    const other = this.base?.version ?? this.version;
    return this.base?.isOlder === false ? { older: this.version, newer: other } : { older: other, newer: this.version };
  }

  marksAt(page: string, anchor?: string): readonly Mark[] {
    return this.#marks.get(linkTo({ page, ...(anchor !== undefined && { anchor }) })) ?? [];
  }

  /** Returns the elements of an operation or a page that this version lacks. */
  missingIn(page: string, anchor?: string): readonly MissingEntry[] {
    const found = this.#missing.get(linkTo({ page, ...(anchor !== undefined && { anchor }) }));
    return [...(found?.values() ?? [])];
  }

  /** Returns the anchors of a change in this version and in the other one. */
  #anchorsOf(change: Change, base: Base | undefined, former: ReadonlyMap<string, string>): readonly [Anchor, Anchor] {
    const kind = anchorKindOf(change.subject);
    if (base === undefined) return [this.anchors.near(kind, change.place), this.anchors.near(kind, change.place)];
    const before = renamed(`${kind} ${change.place}`, former).slice(kind.length + 1);
    const [ownPlace, basePlace] = base.isOlder ? [change.place, before] : [before, change.place];
    const there = base.anchors.at(kind, basePlace);
    const here = this.anchors.at(kind, ownPlace);
    if (here !== undefined) return [here, there ?? base.anchors.near(kind, basePlace)];
    if (there === undefined) return [this.anchors.near(kind, ownPlace), base.anchors.near(kind, basePlace)];
    const parent = there.parent === undefined ? undefined : base.anchors.at(kind, there.parent);
    return [absent(there, parent, this.anchors.near(kind, ownPlace)), there];
  }

  #mark({ change, anchor, here, there }: MarkedChange): void {
    const { base } = this;
    if (base === undefined) return;
    const [older, newer] = base.isOlder ? [there, here] : [here, there];
    const notes = (change.kind === 'removed' ? older : newer).notes;
    const madeIn = base.versionOf?.(change);
    const mark = markOf(change, `changes#${anchor}`, {
      ...this.pair,
      other: base.version,
      ...(notes && { notes }),
      ...(madeIn !== undefined && { madeIn }),
    });
    const link = linkTo(here);
    const isMissing = here.anchor !== undefined && !this.#has(here);
    if (!isMissing) {
      appendTo(this.#marks, link, distinct(mark, this.#marks.get(link) ?? [], change));
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
    return this.anchors.holds(linkTo({ page, ...(anchor !== undefined && { anchor }) }));
  }
}

/** Returns a mark that reads like none of the others at its place: it names an operation that its change concerns. */
function distinct(mark: Mark, others: readonly Mark[], { operations }: Change): Mark {
  if (!others.some(({ text }) => text === mark.text)) return mark;
  const where = ` (${operations[0] ?? mark.change})`;
  return {
    ...mark,
    text: mark.text + where,
    ...(mark.counterpart !== undefined && { counterpart: mark.counterpart + where }),
  };
}

/**
 * Returns the anchor for an element that only the other version has.
 * @param around the element that contains it in the other version
 */
function absent(there: Anchor, around: Anchor | undefined, nearest: Anchor): Anchor {
  if (around === undefined) {
    const page = there.page.startsWith('groups/') ? there.page : 'index';
    return { page, anchor: there.stem, stem: there.stem, name: there.name };
  }
  const stem = `${nearest.stem}${there.stem.slice(around.stem.length)}`;
  return { ...there, page: nearest.page, anchor: stem, stem };
}

/** Returns where an element is listed as missing: parts of an operation there, everything else on the page. */
function ownerOf({ page, anchor = '', parent }: Anchor): Link {
  if (!page.startsWith('groups/') || parent === undefined) return page;
  return `${page}#${anchor.split('.')[0] ?? ''}`;
}

/** Returns the names of schemas and operations in the older version, by those in the newer one. */
function formerNames(base: Base | undefined): ReadonlyMap<string, string> {
  return new Map(
    (base?.changes ?? []).flatMap(({ kind, subject, place, before }) =>
      kind === 'renamed' && typeof before === 'string'
        ? [[`${anchorKindOf(subject)} ${place}`, `${anchorKindOf(subject)} ${before}`] as const]
        : [],
    ),
  );
}

/** Returns a place of the newer version in the older one. @param place the place with its kind before it */
function renamed(place: string, former: ReadonlyMap<string, string>): string {
  const head = /^\S+ [^.[{ ]+/.exec(place)?.[0] ?? '';
  return former.get(place) ?? `${former.get(head) ?? head}${place.slice(head.length)}`;
}

/** Returns a place as an anchor: `Pet.Tags`, `PetStop.query.signal`. */
function placeAnchor({ place, subject }: Change): string {
  if (anchorKindOf(subject) !== 'schema') return place.split(' ').map(segment).join('.');
  const steps = place.match(/\["(?:[^"\\]|\\.)*"\]|\[\]|\{\}|[^.[{]+/g) ?? [place];
  return steps.map((step) => segment(step.startsWith('["') ? step.slice(2, -2) : step)).join('.');
}

/** Returns the anchors of changes: their place, and if several changes share it, what only one of them concerns. */
function anchorsOf(changes: readonly Change[]): readonly string[] {
  const plain = (change: Change) => `${placeAnchor(change)}-${change.kind}`;
  const all = new Map<string, Change[]>();
  for (const change of changes) appendTo(all, plain(change), change);
  return changes.map((change) => {
    const sharing = (all.get(plain(change)) ?? []).filter((other) => other !== change);
    if (sharing.length === 0) return plain(change);
    const own = change.operations.find((id) => sharing.every(({ operations }) => !operations.includes(id)));
    return `${plain(change)}-${change.direction}-${segment(own ?? JSON.stringify(change.after ?? change.before))}`;
  });
}
