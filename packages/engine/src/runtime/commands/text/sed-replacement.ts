/** What `sed` prints in place of a match, and how `l` shows a line. */
import type { MatchTexts } from '../../../values/linear-expression.js';

/** Fills `&` and `\1` of a replacement. */
export function expanded(replacement: string, match: MatchTexts): string {
  return replacement.replaceAll(/\\([^])|&/g, (all, letter?: string) => {
    if (all === '&') return match[0] ?? '';
    if (letter !== undefined && /\d/.test(letter)) return match[Number(letter)] ?? '';
    return (
      ({ n: '\n', t: '\t', r: '\r', f: '\f', v: '\v', a: '\x07' } as Record<string, string>)[letter ?? ''] ??
      letter ??
      ''
    );
  });
}

export function listed(text: string): string {
  const named: Readonly<Record<string, string>> = {
    '\n': '\\n',
    '\t': '\\t',
    '\\': '\\\\',
    '\r': '\\r',
    '\x07': '\\a',
    '\b': '\\b',
    '\f': '\\f',
    '\v': '\\v',
  };
  return [...text]
    .map(
      (letter) =>
        named[letter] ?? (/[ -~]/.test(letter) ? letter : `\\${letter.charCodeAt(0).toString(8).padStart(3, '0')}`),
    )
    .join('');
}
