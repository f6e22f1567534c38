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
 * Returns how many parameters of a media type those of a range equal (`version=2`), and -1 if one has another value. The charset and the
 * quality do not tell media types apart.
 */
export function sharedParameters(mediaType: string, range: string): number {
  const [own, wanted] = [parametersOf(mediaType), parametersOf(range)];
  const both = [...wanted].filter(([name]) => own.has(name));
  return both.every(([name, value]) => own.get(name) === value) ? both.length : -1;
}

function parametersOf(mediaType: string): ReadonlyMap<string, string> {
  const all = mediaType.matchAll(/;\s*(?!q=|charset=)([^\s=;"]+)\s*=\s*(?:"([^"]*)"|([^\s;"]*))/gi);
  return new Map([...all].map(([, name = '', quoted, plain = '']) => [name.toLowerCase(), quoted ?? plain]));
}

/**
 * Returns the media type that a client prefers among those of a response; the first one without a header `Accept`, and
 * undefined if it accepts none. Of equal ones that which the client names most exactly counts.
 */
export function preferredMediaType(accept: string | undefined, mediaTypes: readonly string[]): string | undefined {
  if (accept === undefined || accept.trim() === '') return mediaTypes[0];
  const ranges = accept.split(',').map((range) => {
    const quality = /;\s*q=([\d.]+)/i.exec(range)?.[1];
    const exactness = essenceOf(range) === '*/*' ? 0 : range.includes('*') ? 1 : 2;
    return { range, quality: quality === undefined ? 1 : Number(quality), exactness };
  });
  let best: { readonly type: string; readonly quality: number; readonly exactness: number } | undefined;
  for (const type of mediaTypes) {
    // The most specific range decides.
    const [specific] = ranges
      .filter(({ range }) => isWithin(type, range) || isWithin(essenceOf(range), type))
      .map((one) => ({ ...one, type, shared: sharedParameters(type, one.range) }))
      .filter(({ shared }) => shared >= 0)
      .map(({ shared, ...one }) => ({ ...one, exactness: one.exactness + shared }))
      .sort((a, b) => b.exactness - a.exactness);
    if (specific === undefined || specific.quality === 0) continue;
    const { quality, exactness } = specific;
    if (best === undefined || quality > best.quality || (quality === best.quality && exactness > best.exactness))
      best = specific;
  }
  return best?.type;
}
