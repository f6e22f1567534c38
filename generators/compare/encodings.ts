/** Compares serializations: of parameters, of headers, and of the parts of a form. */
import { encodingText, type BodyPart, type Content, type Encoding, type Type } from '../ir/index.js';
import { effectOf } from './breaking-changes.js';
import { equalFacts } from './facts.js';
import type { ComparedPosition } from './pair.js';
import { code, list } from './sentence-parts.js';
import type { Side } from './side.js';
import { wireEncoding, wirePartTypes } from './wire-encodings.js';

/** The two APIs. */
interface ComparedSides {
  readonly older: Side;
  readonly newer: Side;
}

interface Encoded {
  readonly encoding: Encoding;
  readonly type: Type;
}

export function compareEncodings(sides: ComparedSides, at: ComparedPosition, one: Encoded, other: Encoded): void {
  const older = wireEncoding(one.encoding, { side: sides.older, type: one.type });
  const newer = wireEncoding(other.encoding, { side: sides.newer, type: other.type });
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
export function compareParts(sides: ComparedSides, at: ComparedPosition, older: Content, newer: Content): void {
  const before = partsOf(older, sides.older);
  const after = partsOf(newer, sides.newer);
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

function partsOf({ parts = [], type, mediaType }: Content, side: Side): ReadonlyMap<string, PartFacts> {
  const { type: body } = side.resolve(type);
  const fields = body.kind === 'record' ? side.flat(body).fields : undefined;
  const isMultipart = /^multipart\//i.test(mediaType);
  const found = new Map<string, PartFacts>();
  for (const part of parts) {
    const value = { side, type: fields?.get(part.name)?.type ?? { kind: 'any' as const } };
    const mediaTypes = wirePartTypes(part, value, isMultipart);
    const { isText, encoding, headers } = part;
    const facts = {
      ...(mediaTypes.length > 0 && { mediaTypes }),
      ...(isText && { isText }),
      ...(encoding && { encoding: wireEncoding(encoding, value) }),
      ...(headers && { headers: headers.map(({ name }) => name.toLowerCase()).sort() }),
    };
    if (Object.keys(facts).length > 0) found.set(part.name, facts);
  }
  return found;
}

function described(part: PartFacts | undefined): string {
  if (part === undefined) return 'by default';
  const { mediaTypes = [], isText, encoding, headers = [] } = part;
  return list([
    ...(mediaTypes.length > 0 ? [`as ${list(mediaTypes.map(code))}`] : []),
    ...(isText ? ['as its text'] : []),
    ...(encoding === undefined ? [] : [`in the encoding ${code(encodingText(encoding))}`]),
    ...(headers.length > 0 ? [`with the headers ${list(headers.map(code))}`] : []),
  ]);
}
