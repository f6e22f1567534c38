/** Formats prose and data with prettier; TypeScript mostly arrives as prettier would print it and is left alone then. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { OutputFile } from '../code/file.js';
import { LadingError } from '../diagnostics/index.js';
import { digestOf } from './digest.js';

type Parser = 'markdown' | 'yaml' | 'json' | 'json-stringify' | 'typescript';

/**
 * Every option that matters is named: prettier's interface reads no configuration file by itself, and the one of the
 * user's folder must not change the output. Code inside prose stays as it was given, it is part of what is told.
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

/** Whether {@link formatText} would touch the file. */
export function isFormatted({ path, isUnformatted }: OutputFile): boolean {
  return parserOf(path, isUnformatted) !== undefined;
}

/** The digest of a text before formatting; it changes with prettier's version and options too, as the result does. */
export function sourceDigest(path: string, text: string): string {
  return digestOf([formatter(), parserOf(path) ?? '', text].join('\n'));
}

/**
 * The text of a Markdown, JSON or YAML file as prettier prints it; any other as it is. Prettier is loaded by the first
 * file that needs it.
 *
 * @param isUnformatted whether TypeScript is formatted too
 * @throws LadingError WRITE_FAILED when the text is not what its name says
 */
export async function formatText(path: string, text: string, isUnformatted?: true): Promise<string> {
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
    throw new LadingError({
      code: 'WRITE_FAILED',
      subject: `a generated file cannot be formatted: ${reason}`,
      place: path,
      remedy: 'This is a mistake of the generator: report it with the document that was read',
    });
  }
}

function parserOf(path: string, isUnformatted?: true): Parser | undefined {
  // npm rewrites a package.json as JSON.stringify prints it; printed so from the start, `npm install` changes nothing.
  if (/(^|\/)package\.json$/.test(path)) return 'json-stringify';
  if (path.endsWith('.json')) return 'json';
  if (path.endsWith('.md')) return 'markdown';
  if (path.endsWith('.ts') && isUnformatted === true) return 'typescript';
  return path.endsWith('.yaml') ? 'yaml' : undefined;
}

let known: string | undefined;
function formatter(): string {
  return (known ??= `prettier ${version()} ${JSON.stringify(options)}`);
}

/** Read from its package: loading prettier to ask it costs more than everything else of an unchanged run. */
function version(): string {
  const file = createRequire(import.meta.url).resolve('prettier/package.json');
  const found = /"version":\s*"([^"]+)"/.exec(readFileSync(file, 'utf8'));
  return found?.[1] ?? 'of unknown version';
}
