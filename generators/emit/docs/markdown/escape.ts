/** Text of documents in Markdown: names as they are, and CommonMark without HTML and without links that do something. */

/** A block of code that nothing in it can end. */
export function fenced(language: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/(?!\n)[\u0000-\u001f\u007f]/g, spelled)}\n${fence}`;
}

/** Words of a document, which are CommonMark. What looks like HTML shows as text, and links lead to pages only. */
export function safeMarkdown(text: string): string {
  const lines = text
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(invisible, '')
    .trim()
    .split('\n');
  const hasSpans = lines.every(isBalanced);
  return lines.map((line) => (hasSpans ? outsideSpans(line, harmless) : harmless(line))).join('\n');
}

/** The same on one line, for a cell of a table or an entry of a list. */
export function safeLine(text: string): string {
  return safeMarkdown(text.replace(/\s*\n\s*/g, ' '));
}

/** In a cell of a table a bar would begin the next one, also within code. */
export function inCell(markdown: string): string {
  return markdown.replace(/\n/g, ' ').replace(/(?<!\\)((?:\\\\)*)\|/g, '$1\\|');
}

const invisible = /(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;

function spelled(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}

function harmless(text: string): string {
  return (
    text
      .replace(/(?<!\\)((?:\\\\)*)</g, '$1\\<')
      // A definition could stand for a link elsewhere, and an image would be fetched.
      .replaceAll(']:', ']\\:')
      .replaceAll('![', '!\\[')
      .replace(/\]\(/g, (open, offset: number, whole: string) =>
        isSafeUrl(whole.slice(offset + open.length, offset + 2000)) ? open : ']\\(',
      )
  );
}

/** Where a link leads, from its bracket on: to a page or a place on one, not to a scheme or what is decoded into one. */
function isSafeUrl(rest: string): boolean {
  const target = /^[^)\s]*/.exec(rest)?.[0] ?? '';
  return /^https?:\/\//i.test(target) || /^[^:&\\%]+$/.test(target);
}

/**
 * Whether every run of backticks of a line has its twin on the line, and none opens a block: then the code spans are
 * the same in whatever paragraph the line stands.
 */
function isBalanced(line: string): boolean {
  return !/^\s*(?:[-*+>]\s*|\d+[.)]\s*)*(?:```|~~~)/.test(line) && !runs(line).some(({ end }) => end === undefined);
}

interface Run {
  readonly start: number;
  /** Behind the run that closes it. */
  readonly end: number | undefined;
}

// Looked for in pairs, so a line of nothing else takes long.
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
