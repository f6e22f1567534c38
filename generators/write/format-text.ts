/**
 * Formats prose and data with prettier. Most TypeScript is already printed in prettier's format and is not formatted
 * again.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { OutputFile } from '../code/file.js';
import { LadingError } from '../diagnostics/index.js';
import { digestOf } from './digest.js';

type Parser = 'markdown' | 'yaml' | 'json' | 'json-stringify' | 'typescript';

/**
 * Prettier's options, all explicit: its API reads no configuration file by itself, and that of the user's folder must not
 * change the output. Code in prose remains unchanged, since it is part of the content.
 */
const options = {
  printWidth: 120,
  tabWidth: 2,
  useTabs: false,
  singleQuote: true,
  bracketSpacing: true,
  objectWrap: 'preserve',
  quoteProps: 'as-needed',
  trailingComma: 'none',
  proseWrap: 'preserve',
  endOfLine: 'lf',
  embeddedLanguageFormatting: 'off',
  insertPragma: false,
  requirePragma: false,
  plugins: [],
} as const;

/** Tells whether {@link formatText} formats the file. */
export function isFormatted({ path, encoding, isUnformatted }: OutputFile): boolean {
  return encoding === undefined && parserOf(path, isUnformatted) !== undefined;
}

/** Returns the digest of an unformatted text. Like the result, it depends on prettier's version and options too. */
export function sourceDigest(path: string, text: string): string {
  return digestOf([formatter(), parserOf(path) ?? '', text].join('\n'));
}

/**
 * Formats the text of a Markdown, JSON or YAML file; any other text is returned unchanged. Prettier is loaded for the first
 * file that needs it.
 *
 * @param origin whether TypeScript is formatted too, and the custom emitter of the file
 * @throws LadingError WRITE_FAILED, or EMITTER_STRUCTURE for the file of a custom emitter, if the text is not valid in the
 * format of its file name
 */
export async function formatText(
  path: string,
  text: string,
  { isUnformatted, emitter }: Pick<OutputFile, 'isUnformatted' | 'emitter'> = {},
): Promise<string> {
  const parser = parserOf(path, isUnformatted);
  if (parser === undefined) return text;
  const { format } = await import('prettier');
  try {
    return await format(text, {
      ...options,
      plugins: [],
      parser,
      trailingComma: parser === 'typescript' ? 'all' : 'none',
    });
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    if (emitter !== undefined)
      throw new LadingError({
        code: 'EMITTER_STRUCTURE',
        subject: `The output of the emitter "${emitter.kind}" is invalid: ${path} cannot be formatted: ${reason}`,
        place: emitter.place,
        remedy: 'Correct the text of this file',
      });
    throw new LadingError({
      code: 'WRITE_FAILED',
      subject: `a generated file cannot be formatted: ${reason}`,
      place: path,
      remedy: 'This is an error in the generator: report it with the input document',
    });
  }
}

function parserOf(path: string, isUnformatted?: true): Parser | undefined {
  // npm rewrites a package.json as JSON.stringify prints it. With the same format, `npm install` changes nothing.
  if (/(^|\/)package\.json$/.test(path)) return 'json-stringify';
  if (path.endsWith('.json')) return 'json';
  if (path.endsWith('.md')) return 'markdown';
  if (path.endsWith('.ts') && isUnformatted === true) return 'typescript';
  return path.endsWith('.yaml') ? 'yaml' : undefined;
}

let formatterKey: string | undefined;
function formatter(): string {
  return (formatterKey ??= `prettier ${version()} ${JSON.stringify(options)}`);
}

/** Reads prettier's version from its package, since loading prettier takes longer than the rest of an unchanged run. */
function version(): string {
  const file = createRequire(import.meta.url).resolve('prettier/package.json');
  const found = /"version":\s*"([^"]+)"/.exec(readFileSync(file, 'utf8'));
  return found?.[1] ?? 'of unknown version';
}
