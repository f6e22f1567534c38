/** Documents of prettier's printer that fit on one line → their text, without the printer's search for line breaks. */
import type { Doc } from './context.js';

/** Returns the text if it fits and no line break is certain; undefined if the printer has to decide. */
export function onOneLine(doc: Doc, width: number): string | undefined {
  const text = flat(doc, false, width);
  return text !== undefined && isAscii(text) ? text : undefined;
}

/** Tells whether each character of a text is printable and takes one column. */
export function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

/** @param isInGroup whether a group contains the document, since lines outside of groups are always broken */
function flat(doc: Doc, isInGroup: boolean, width: number): string | undefined {
  if (typeof doc === 'string') return doc;
  if (Array.isArray(doc)) return flatParts(doc, isInGroup, width);
  switch (doc.type) {
    case 'group':
      return doc.break ? undefined : flat(doc.contents, true, width);
    case 'indent':
    case 'align':
      return flat(doc.contents, isInGroup, width);
    case 'indent-if-break':
      // Prettier's declarations do not list the property.
      return 'contents' in doc ? flat(doc.contents as Doc, isInGroup, width) : undefined;
    case 'fill':
      return isInGroup ? flatParts(doc.parts, isInGroup, width) : undefined;
    case 'if-break':
      return isInGroup ? flat(doc.flatContents, isInGroup, width) : undefined;
    case 'line':
      if (!isInGroup || ('hard' in doc && doc.hard)) return undefined;
      return 'soft' in doc && doc.soft ? '' : ' ';
    case 'line-suffix-boundary':
      return '';
    default:
      return undefined;
  }
}

function flatParts(parts: readonly Doc[], isInGroup: boolean, width: number): string | undefined {
  let text = '';
  for (const part of parts) {
    const partText = flat(part, isInGroup, width);
    if (partText === undefined) return undefined;
    text += partText;
    if (text.length > width) return undefined;
  }
  return text;
}
