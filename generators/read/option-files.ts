/** Reads the files and folders that options of emitters name. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from '../document/path.js';
import type { Article, CommandUse } from '../code/index.js';
import { get, isArray, isObject } from '../document/index.js';
import { LadingError } from '../diagnostics/index.js';
import { readText, reportFileRead } from './content.js';
import { parseText } from './parse.js';

/** What an option is, by the `format` of its JSON Schema. */
const readers = {
  /** A file: its text. */
  file: readText,
  /** A folder: the texts of its files by their paths. */
  folder: readFolder,
  /** A folder of Markdown files, whose front matter has a title and an order. */
  articles: readArticles,
  /** A YAML file with the commands of a command line. */
  commands: readCommands,
};

export type OptionFormat = keyof typeof readers;

export const optionFormats = Object.keys(readers) as readonly OptionFormat[];

/** Reads what an option names. @throws READ_MISSING, READ_SYNTAX, DOCUMENT_STRUCTURE */
export function readOption(format: OptionFormat, path: string): unknown {
  return readers[format](path);
}

function readFolder(folder: string): Readonly<Record<string, string>> {
  assertFolder(folder);
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
  const files = paths.sort().filter((path) => statSync(join(folder, path)).isFile());
  return Object.fromEntries(files.map((path) => [path, readText(join(folder, path))]));
}

function assertFolder(folder: string): void {
  reportFileRead(folder);
  if (existsSync(folder) && statSync(folder).isDirectory()) return;
  throw new LadingError({
    code: 'READ_MISSING',
    subject: 'The folder that an option of an emitter names does not exist',
    place: folder,
    remedy: 'Correct its path in the configuration',
  });
}

/** Reads the commands of a command line: an array of objects with `command`, `words` and `operations`. */
function readCommands(file: string): readonly CommandUse[] {
  const entries = parseText(file, readText(file));
  const invalid = (at: number) =>
    wrong(
      `${file}#/${at}`,
      'The entry is not a command',
      'Give it a command as a string, and words and operations as arrays of strings',
    );
  if (!isArray(entries))
    throw wrong(
      file,
      'The file is not a list of commands',
      'Make it an array of objects with command, words, operations',
    );
  return entries.map((entry, at) => {
    if (!isObject(entry)) throw invalid(at);
    const [command, words, operations] = ['command', 'words', 'operations'].map((key) => get(entry, key));
    if (typeof command !== 'string' || !isStrings(words) || !isStrings(operations)) throw invalid(at);
    return { command: command.trimEnd(), words, operations };
  });
}

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}

function readArticles(folder: string): readonly Article[] {
  assertFolder(folder);
  const names = readdirSync(folder).filter((name) => name.endsWith('.md'));
  return names.sort().map((name) => readArticle(join(folder, name)));
}

/** The names of pages that are always generated. */
const reserved = new Set(['index', 'changes']);

function readArticle(file: string): Article {
  const name = basename(file, '.md');
  const parts = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(readText(file));
  const head = parts?.[1] === undefined ? null : parseText(file, parts[1]);
  const title = isObject(head) ? get(head, 'title') : undefined;
  const order = isObject(head) ? get(head, 'order') : undefined;
  if (!/^[a-z0-9][a-z0-9-]*$/.test(name) || reserved.has(name))
    throw wrong(file, 'The name of the article is not a valid page name', 'Use lower-case letters, digits and -');
  if (typeof title !== 'string' || typeof order !== 'number')
    throw wrong(file, 'The article has no front matter', 'Start it with ---, title: TEXT, order: NUMBER and ---');
  return { name, title, order, text: parts?.[2] ?? '' };
}

function wrong(place: string, subject: string, remedy: string): LadingError {
  return new LadingError({ code: 'DOCUMENT_STRUCTURE', subject, place, remedy });
}
