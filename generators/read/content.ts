/** Reads the content of a file, and parses it only if its text has changed since the last time. */
import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync, type Stats } from 'node:fs';
import type { Json } from '../document/index.js';
import { LadingError } from '../diagnostics/index.js';
import { parseText, rejectLarge } from './parse.js';

/**
 * The last text of each file and its parsed content: a run of `--watch` parses only the files that were saved. Larger files are
 * parsed again, since a run would hold their text to its end.
 */
const parsedFiles = new Map<string, { readonly text: string; readonly content: Json }>();
const MAX_KEPT = 2 * 1024 * 1024;

let fileReadListener: ((path: string) => void) | undefined;

/** Calls `onRead` with every file and folder that `run` is about to read, existing or not. */
export function onFileRead<T>(onRead: (path: string) => void, run: () => T): T {
  const outer = fileReadListener;
  fileReadListener = onRead;
  try {
    return run();
  } finally {
    fileReadListener = outer;
  }
}

/** Reports a file or folder that is read without {@link readText}. */
export function reportFileRead(path: string): void {
  fileReadListener?.(path);
}

/** Reads a YAML or JSON file, or Markdown as a string. @throws READ_MISSING, READ_SYNTAX, READ_LIMIT */
export function readContent(path: string): Json {
  const text = readText(path);
  const parsed = parsedFiles.get(path);
  if (parsed?.text === text) return parsed.content;
  // A description may be a reference to Markdown.
  const content = /\.md$/i.test(path) ? text : parseText(path, text);
  if (text.length <= MAX_KEPT) parsedFiles.set(path, { text, content });
  return content;
}

/** The pipes of the shell: `<(…)`, and standard input. */
const pipeOfShell = /^\/(dev\/(fd\/\d+|stdin)|proc\/(self|\d+)\/fd\/\d+)$/;

/** Rejects kinds of files whose reading may never end, such as a pipe in a folder. @throws READ_MISSING */
export function rejectEndless(path: string, file: Stats, remedy: string): void {
  if (file.isFile() || file.isDirectory() || (file.isFIFO() && pipeOfShell.test(path))) return;
  throw new LadingError({
    code: 'READ_MISSING',
    subject: 'The file is a pipe, a socket or a device',
    place: path,
    remedy,
  });
}

/** Reads the text of a file. @throws READ_MISSING, READ_LIMIT; READ_SYNTAX if its bytes are not UTF-8, which decoding would replace */
export function readText(path: string): string {
  reportFileRead(path);
  try {
    const file = statSync(path);
    rejectEndless(path, file, 'Name a regular file');
    rejectLarge(path, file.size);
    const bytes = readFileSync(path);
    if (isUtf8(bytes)) return bytes.toString();
    throw new LadingError({
      code: 'READ_SYNTAX',
      subject: 'The file is not UTF-8',
      place: path,
      remedy: 'Save it as UTF-8',
    });
  } catch (error) {
    if (error instanceof LadingError) throw error;
    const reason =
      (error as NodeJS.ErrnoException).code === 'EISDIR' ? 'is a folder' : 'does not exist or cannot be read';
    throw new LadingError({
      code: 'READ_MISSING',
      subject: `The file ${reason}`,
      place: path,
      remedy: 'Check the path and its permissions',
    });
  }
}
