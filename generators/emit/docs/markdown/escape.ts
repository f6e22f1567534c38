/** Text of documents in Markdown: literal names, and CommonMark without HTML and without active links. */

/** Returns a code block that its content cannot end. */
export function fenced(language: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/(?!\n)[\u0000-\u001f\u007f]/g, spelled)}\n${fence}`;
}

/** Sanitizes CommonMark of a document: HTML is shown as text, and links lead only to pages. */
export function safeMarkdown(text: string): string {
  // Fast path: most texts are one line without a character that has to be escaped or opens a code span or a link.
  if (/^[ -;=-Z^_a-~]*$/.test(text)) return text.trim();
  const lines = text
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(invisible, '')
    .trim()
    .split('\n');
  const hasSpans = lines.every(isBalanced);
  return lines.map((line) => (hasSpans ? outsideSpans(line, sanitized) : sanitized(line))).join('\n');
}

/** Sanitizes CommonMark and joins its lines, for a cell of a table or an item of a list. */
export function safeLine(text: string): string {
  return safeMarkdown(text.replace(/\s*\n\s*/g, ' '));
}

/** Escapes bars, which would begin the next cell of a table, even in code. */
export function inCell(markdown: string): string {
  return markdown.replace(/\n/g, ' ').replace(/(?<!\\)((?:\\\\)*)\|/g, '$1\\|');
}

const invisible = /(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;

function spelled(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}

function sanitized(text: string): string {
  return (
    text
      .replace(/(?<!\\)((?:\\\\)*)</g, '$1\\<')
      // A definition could change the target of a link elsewhere, and an image would be fetched.
      .replaceAll(']:', ']\\:')
      .replaceAll('![', '!\\[')
      .replace(/\]\(/g, (open, offset: number, whole: string) =>
        isSafeUrl(whole.slice(offset + open.length, offset + 2000)) ? open : ']\\(',
      )
  );
}

/**
 * Tells whether a link leads to a page or an anchor, not to a scheme other than HTTP or to something that decodes into
 * one.
 */
function isSafeUrl(rest: string): boolean {
  const target = /^[^)\s]*/.exec(rest)?.[0] ?? '';
  return /^https?:\/\//i.test(target) || /^[^:&\\%]+$/.test(target);
}

/**
 * Tells whether every run of backticks is closed on the same line, and none opens a block. The code spans then do not
 * depend on the paragraph around the line.
 */
function isBalanced(line: string): boolean {
  return !/^\s*(?:[-*+>]\s*|\d+[.)]\s*)*(?:```|~~~)/.test(line) && !runs(line).some(({ end }) => end === undefined);
}

interface Run {
  readonly start: number;
  /** The position after the run that closes it. */
  readonly end: number | undefined;
}

// The search for pairs is quadratic, so its length is limited.
const MANY = 500;

function runs(line: string): readonly Run[] {
  const all = [...line.matchAll(/`+/g)];
  if (all.length > MANY) return [{ start: 0, end: undefined }];
  const found: Run[] = [];
  for (let index = 0; index < all.length; index += 1) {
    const start = all[index];
    if (start === undefined || /(?<!\\)(?:\\\\)*\\$/.test(line.slice(0, start.index)))
      return [{ start: 0, end: undefined }];
    const close = all.findIndex((run, later) => later > index && run[0].length === start[0].length);
    const end = all[close];
    found.push({ start: start.index, end: end && end.index + end[0].length });
    if (end === undefined) return found;
    index = close;
  }
  return found;
}

function outsideSpans(line: string, change: (text: string) => string): string {
  let result = '';
  let done = 0;
  for (const { start, end = line.length } of runs(line)) {
    result += change(line.slice(done, start)) + line.slice(start, end);
    done = end;
  }
  return result + change(line.slice(done));
}
