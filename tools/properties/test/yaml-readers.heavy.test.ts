/**
 * Overlays and documents, read by several YAML readers, also of YAML 1.1: the overlay between two published documents
 * converts the first to the second. By default a few pairs are tested; `LADING_ALL_PAIRS=1` tests every ordered pair of
 * all available documents, which takes minutes (yaml-readers.md has the last result). A run that is not full has one reader,
 * which the seed draws.
 */
import { describe, expect, test } from 'vitest';
import {
  applyOverlay,
  derive,
  equal,
  parseOverlay,
  printOverlay,
  printYaml,
  readDocument,
  yamlReaders,
  type Document,
  type Json,
} from 'lading/testing';
import { everyPublished, testedVersions } from '../every-published.js';
import { sampled } from '../sampled.js';

const isEveryPair = process.env['LADING_ALL_PAIRS'] === '1';
const MINUTES = 60_000;

const versions = [...everyPublished.keys()];
const sample = isEveryPair ? versions : versions.filter((_, index) => index % 8 === 0).slice(0, 2);
const documents = new Map(sample.map((version) => [version, readDocument(everyPublished.get(version) ?? '')]));

/** The readers, each of which reads several texts at once, because it may be a process. */
const allReaders = await yamlReaders();
const readers = sampled(allReaders, allReaders.length);
const cases = [...documents.values()].flatMap((from) => readers.map((reader) => ({ from, reader })));

const texts = new Map<string, readonly string[]>();

/** The document and the overlays from it to all others, printed once for all readers. */
function textsFrom(from: Document, others: readonly Document[]): readonly string[] {
  const printed = texts.get(from.version) ?? [
    printYaml(from.root),
    ...others.map((to) => printOverlay(derive(from, to))),
  ];
  texts.set(from.version, printed);
  return printed;
}

describe.skipIf(cases.length === 0)(`published documents (${testedVersions})`, () => {
  test.each(cases)(
    '$from.version to all others, and the document itself, read by $reader.name',
    ({ from, reader }) => {
      const others = [...documents.values()].filter((to) => to !== from);
      const [whole, ...overlays] = reader.readAll(textsFrom(from, others)) as readonly Json[];
      expect(equal(whole ?? null, from.root)).toBe(true);
      others.forEach((to, index) => {
        const overlay = parseOverlay(`to ${to.version}`, overlays[index] ?? null);
        expect(equal(applyOverlay(from.root, overlay), to.root), `to ${to.version}`).toBe(true);
      });
    },
    (isEveryPair ? 20 : 2) * MINUTES,
  );
});
