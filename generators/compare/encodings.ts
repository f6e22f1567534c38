/** Compares serializations: of parameters, of headers, and of the parts of a form. */
import { encodingText, type Encoding, type BodyPart } from '../ir/index.js';
import { effectOf } from './breaking-changes.js';
import { equalFacts } from './facts.js';
import type { ComparedPosition } from './pair.js';
import { code, list } from './sentence-parts.js';

export function compareEncodings(at: ComparedPosition, older: Encoding, newer: Encoding): void {
  if (equalFacts(older, newer)) return;
  at.pair.findings.push({
    kind: 'type',
    subject: at.subject,
    place: at.place,
    before: { encoding: older },
    after: { encoding: newer },
    effect: effectOf('other'),
    say: () => `The encoding of ${at.label} changed from ${code(encodingText(older))} to ${code(encodingText(newer))}.`,
  });
}

/** Compares the parts whose serialization is not the default. A part that is not listed has the default. */
export function compareParts(
  at: ComparedPosition,
  older: readonly BodyPart[] = [],
  newer: readonly BodyPart[] = [],
): void {
  const before = new Map(older.map((part) => [part.name, factsOfPart(part)]));
  const after = new Map(newer.map((part) => [part.name, factsOfPart(part)]));
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [former, present] = [before.get(name), after.get(name)];
    if (equalFacts(former, present)) continue;
    at.pair.findings.push({
      kind: 'type',
      subject: at.subject,
      place: `${at.place} part ${name}`,
      before: { encoding: former ?? null },
      after: { encoding: present ?? null },
      effect: effectOf('other'),
      say: () =>
        `The part ${code(name)} of ${at.label} is now sent ${described(present)} instead of ${described(former)}.`,
    });
  }
}

type PartFacts = Omit<BodyPart, 'name' | 'extensions' | 'headers'> & { readonly headers?: readonly string[] };

function factsOfPart({ mediaTypes, encoding, headers }: BodyPart): PartFacts {
  return {
    ...(mediaTypes && { mediaTypes }),
    ...(encoding && { encoding }),
    ...(headers && { headers: headers.map(({ name }) => name.toLowerCase()).sort() }),
  };
}

function described(part: PartFacts | undefined): string {
  if (part === undefined) return 'by default';
  const { mediaTypes = [], encoding, headers = [] } = part;
  return list([
    ...(mediaTypes.length > 0 ? [`as ${list(mediaTypes.map(code))}`] : []),
    ...(encoding === undefined ? [] : [`in the encoding ${code(encodingText(encoding))}`]),
    ...(headers.length > 0 ? [`with the headers ${list(headers.map(code))}`] : []),
  ]);
}
