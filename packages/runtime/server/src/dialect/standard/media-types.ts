/** Media types: which entry of a content a `Content-Type` names, and what `Accept` allows. */

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

export function isJson(mediaType: string): boolean {
  return /[/+]json$/.test(essenceOf(mediaType));
}

/** Returns the first entry whose media type or range contains the given one; exact entries count first. */
export function entryFor<T>(content: Readonly<Record<string, T>>, mediaType: string): T | undefined {
  const entries = Object.entries(content);
  const exact = entries.find(([key]) => essenceOf(key) === essenceOf(mediaType));
  return (exact ?? entries.find(([range]) => isWithin(mediaType, range)))?.[1];
}

/**
 * Returns the media type that a client prefers among those of a response; the first one without a header `Accept`, and
 * undefined if it accepts none.
 */
export function preferred(accept: string | undefined, mediaTypes: readonly string[]): string | undefined {
  if (accept === undefined || accept.trim() === '') return mediaTypes[0];
  const ranges = accept.split(',').map((part) => {
    const quality = /;\s*q=([\d.]+)/i.exec(part)?.[1];
    return { range: part, quality: quality === undefined ? 1 : Number(quality) };
  });
  let best: { readonly type: string; readonly quality: number } | undefined;
  for (const type of mediaTypes) {
    // The most specific range decides.
    const matching = ranges.filter(({ range }) => isWithin(type, range) || isWithin(essenceOf(range), type));
    const specific = matching.sort((a, b) => Number(a.range.includes('*')) - Number(b.range.includes('*')))[0];
    if (specific !== undefined && specific.quality > (best?.quality ?? 0)) best = { type, quality: specific.quality };
  }
  return best?.type;
}
