/** Documentation comments. Their text comes from documents, so it must never end the comment or hide code in it. */

/** A tag of a comment: `@since 1.43`. */
export interface Tag {
  readonly name: 'throws' | 'since' | 'until' | 'deprecated';
  readonly text: string;
}

/** Returns the text of a documentation comment; it is empty if there are no paragraphs and tags. */
export function comment(paragraphs: readonly (string | undefined)[], tags: readonly Tag[] = []): string {
  const prose = paragraphs.map((paragraph) => commentText(paragraph ?? '')).filter((paragraph) => paragraph !== '');
  const lines = tags.map(({ name, text }) => `@${name} ${commentText(text).replaceAll('\n', ' ')}`.trimEnd());
  return [...prose, ...(lines.length > 0 ? [lines.join('\n')] : [])].join('\n\n');
}

/**
 * Makes a text safe between comment delimiters: no end delimiter, no control or format characters, no line separators
 * except `\n`.
 */
export function commentText(text: string): string {
  // Fast path: most texts are one line of plain characters, in which nothing has to be replaced.
  if (/^[ -?A-~]*$/.test(text) && !text.includes('*/')) return text.trim();
  return (
    text
      .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
      .replace(/[\p{Cf}\p{Co}\p{Cs}]|(?![\n\t])\p{Cc}/gu, '')
      .replaceAll('*/', '*\\/')
      .replaceAll('\t', '  ')
      .split('\n')
      // A word that starts with an at sign would be a tag of the comment, even in the middle of a line.
      .map((line) => line.trimEnd().replace(/(^|\s)@(?=\S)/g, '$1\\@'))
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  );
}

/** The width of a line of prose in a comment, which leaves space for indentation. */
const PROSE_WIDTH = 112;

/** Breaks a comment's prose so that no line is wider than `width`; code blocks, lists and tables keep their lines. */
export function wrapped(text: string, width = PROSE_WIDTH): string {
  if (text.length <= width) return text;
  let fenced = false;
  return text
    .split('\n')
    .flatMap((line) => {
      if (line.trimStart().startsWith('```')) fenced = !fenced;
      if (fenced || line.length <= width || /^\s*(\||```|#)/.test(line)) return [line];
      return wrapLine(line, width);
    })
    .join('\n');
}

function wrapLine(line: string, width: number): readonly string[] {
  const indent = /^\s*(?:[-*]|\d+\.)?\s*/.exec(line)?.[0] ?? '';
  const hanging = ' '.repeat(indent.length);
  const lines: string[] = [];
  let current = indent;
  let empty = true;
  for (const word of line.slice(indent.length).split(' ')) {
    if (!empty && current.length + 1 + word.length > width) {
      lines.push(current);
      current = hanging + word;
    } else {
      current += empty ? word : ` ${word}`;
    }
    empty = false;
  }
  return [...lines, current];
}

/** Returns a complete comment, for statements that are strings; `text` comes from {@link comment}. */
export function commentBlock(text: string): string {
  if (text === '') return '';
  if (!text.includes('\n')) return `/** ${text} */\n`;
  const lines = text.split('\n').map((line) => ` * ${line}`.trimEnd());
  return `/**\n${lines.join('\n')}\n */\n`;
}

/** Formats each line as a separate comment, for the head of a file. */
export function commentLines(lines: readonly string[]): string {
  return lines.map((line) => `// ${commentText(line).replaceAll('\n', ' ')}`.trimEnd()).join('\n');
}
