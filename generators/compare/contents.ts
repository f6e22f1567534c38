/** Compares the content of a body or a response: a type per media type, and whether it is a stream. */
import { wireMediaType, type Content, type Stream } from '../ir/index.js';
import { capitalized } from './optionality.js';
import { firstMediaType, effectOf, removedMediaType } from './breaking-changes.js';
import type { Comparison } from './comparison.js';
import { compareParts } from './encodings.js';
import { factsOfContent } from './facts.js';
import type { ComparedPosition } from './pair.js';
import { code, list } from './sentence-parts.js';

export function compareContents(
  comparison: Comparison,
  at: ComparedPosition,
  older: readonly Content[],
  newer: readonly Content[],
): void {
  const before = keyed(older);
  const after = keyed(newer);
  const removedContents = [...before].filter(([key]) => !after.has(key)).map(([, content]) => content);
  const addedContents = [...after].filter(([key]) => !before.has(key)).map(([, content]) => content);
  const several = Math.max(before.size, after.size) > 1;
  for (const [key, content] of after) {
    const other = before.get(key);
    if (other !== undefined) compareTwo(comparison, several ? mediaAt(at, content) : at, other, content);
  }
  if (removedContents.length === 0 || addedContents.length === 0) {
    addedContents.forEach((content) => one(at, content, 'added', before.size === 0));
    removedContents.forEach((content) => one(at, content, 'removed', false));
    return;
  }
  replaced(at, removedContents, addedContents);
  // With several media types on both sides, it is unknown which replaced which.
  if (removedContents.length > 1 && addedContents.length > 1) return;
  for (const from of removedContents) {
    for (const to of addedContents) {
      comparison.values(several ? mediaAt(at, removedContents.length > 1 ? from : to) : at, from.type, to.type);
    }
  }
}

/** Compares the kinds of streams. Content without a stream is a single value. */
export function compareStreams(at: ComparedPosition, older: Stream | undefined, newer: Stream | undefined): void {
  if (older?.kind === newer?.kind && older?.wholeEvents === newer?.wholeEvents) return;
  const flows = (stream: Stream | undefined): string => (stream === undefined ? 'a single value' : code(stream.kind));
  at.pair.findings.push({
    kind: 'behaviour',
    subject: at.subject,
    place: at.place,
    ...(older && { before: { stream: older.kind } }),
    ...(newer && { after: { stream: newer.kind } }),
    effect: effectOf('other'),
    say: () => `${capitalized(at.label)} is now sent as ${flows(newer)} instead of ${flows(older)}.`,
  });
}

function compareTwo(comparison: Comparison, at: ComparedPosition, older: Content, newer: Content): void {
  compareStreams(at, older.stream, newer.stream);
  compareParts(comparison, at, older, newer);
  comparison.values(at, older.type, newer.type);
}

function one(at: ComparedPosition, content: Content, kind: 'added' | 'removed', first: boolean): void {
  const { place } = mediaAt(at, content);
  const effect = kind === 'removed' ? removedMediaType : first ? firstMediaType : effectOf('wider');
  at.pair.findings.push({
    kind,
    subject: at.subject,
    place,
    [kind === 'added' ? 'after' : 'before']: factsOfContent(content),
    effect,
    say: () => `${code(content.mediaType)} was ${kind === 'added' ? 'added to' : 'removed from'} ${at.label}.`,
  });
}

function replaced(at: ComparedPosition, older: readonly Content[], newer: readonly Content[]): void {
  const before = older.map(({ mediaType }) => mediaType);
  const after = newer.map(({ mediaType }) => mediaType);
  at.pair.findings.push({
    kind: 'type',
    subject: at.subject,
    place: at.place,
    before: older.map(flow),
    after: newer.map(flow),
    effect: effectOf('other'),
    say: () => `${capitalized(at.label)} changed from ${list(before.map(code))} to ${list(after.map(code))}.`,
  });
}

// A stream depends on the media type, so its difference is not another change.
function flow({ mediaType, stream }: Content): unknown {
  return { mediaType, ...(stream && { stream: stream.kind }) };
}

function mediaAt(at: ComparedPosition, { mediaType }: Content): ComparedPosition {
  return { ...at, place: `${at.place} ${mediaType}`, label: `${at.label} (${code(mediaType)})` };
}

function keyed(contents: readonly Content[]): ReadonlyMap<string, Content> {
  const keys = contents.map(({ mediaType }) => wireMediaType(mediaType));
  // A document may describe both `application/json` and `application/json; charset=utf-8`.
  const isUnique = (key: string) => keys.indexOf(key) === keys.lastIndexOf(key);
  return new Map(
    contents.map((content, index) => {
      const key = keys[index] ?? '';
      return [isUnique(key) ? key : content.mediaType.toLowerCase(), content];
    }),
  );
}
