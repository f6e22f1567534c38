/** Media types: whether one is within a range, and which one a client prefers. */

/** Returns the media type without parameters, in lower case. */
export function essenceOf(mediaType: string): string {
  return (mediaType.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/** Tells whether a media range (`image/*`) contains a media type. */
export function isWithin(mediaType: string, range: string): boolean {
  const [type, wanted] = [essenceOf(mediaType), essenceOf(range)];
  if (wanted === '*/*' || type === wanted) return true;
  return wanted.endsWith('/*') && type.startsWith(wanted.slice(0, -1));
}

/**
 * Returns the media type that a client prefers among those of a response; the first one without a header `Accept`, and
 * undefined if it accepts none. Of equal ones that which the client names counts before those within a range.
 */
export function preferredMediaType(accept: string | undefined, mediaTypes: readonly string[]): string | undefined {
  if (accept === undefined || accept.trim() === '') return mediaTypes[0];
  const ranges = accept.split(',').map((part) => {
    const quality = /;\s*q=([\d.]+)/i.exec(part)?.[1];
    return { range: part, quality: quality === undefined ? 1 : Number(quality), isNamed: !part.includes('*') };
  });
  let best: { readonly type: string; readonly quality: number; readonly isNamed: boolean } | undefined;
  for (const type of mediaTypes) {
    // The most specific range decides.
    const matching = ranges.filter(({ range }) => isWithin(type, range) || isWithin(essenceOf(range), type));
    const specific = matching.sort((a, b) => Number(b.isNamed) - Number(a.isNamed))[0];
    if (specific === undefined || specific.quality === 0) continue;
    const { quality, isNamed } = specific;
    const isBetter =
      best === undefined || quality > best.quality || (quality === best.quality && isNamed && !best.isNamed);
    if (isBetter) best = { type, quality, isNamed };
  }
  return best?.type;
}
