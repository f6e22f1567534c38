/** Patterns of keys and channels: `*`, `?`, `[a-c]`, `[^a]` and `\\`. */

export function matchesGlob(pattern: string, text: string): boolean {
  let [place, position, star, retry] = [0, 0, -1, 0];
  while (position < text.length) {
    const end = place < pattern.length ? matchOne(pattern, place, text[position] ?? '') : -1;
    if (pattern[place] === '*') {
      star = place;
      retry = position;
      place += 1;
    } else if (end >= 0) {
      place = end;
      position += 1;
    } else if (star >= 0) {
      place = star + 1;
      retry += 1;
      position = retry;
    } else return false;
  }
  while (pattern[place] === '*') place += 1;
  return place === pattern.length;
}

/** @returns where the pattern continues after a character that matches; -1 for another character */
function matchOne(pattern: string, place: number, character: string): number {
  const first = pattern[place];
  if (first === '?') return place + 1;
  if (first === '\\' && place + 1 < pattern.length) return pattern[place + 1] === character ? place + 2 : -1;
  if (first !== '[') return first === character ? place + 1 : -1;
  const end = pattern.indexOf(']', place + 1);
  if (end < 0) return -1;
  const isNegated = pattern[place + 1] === '^';
  const set = pattern.slice(place + (isNegated ? 2 : 1), end);
  let isIn = false;
  for (let index = 0; index < set.length; index += 1) {
    if (set[index + 1] === '-' && index + 2 < set.length) {
      if (character >= (set[index] ?? '') && character <= (set[index + 2] ?? '')) isIn = true;
      index += 2;
    } else if (set[index] === character) isIn = true;
  }
  return isIn === isNegated ? -1 : end + 1;
}
