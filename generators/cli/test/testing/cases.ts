/** Scenarios in Markdown: the files of a folder, a command, its output and its exit code. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface CommandCase {
  readonly title: string;
  /** The words after `lading`; `DIR` is the folder of the case. */
  readonly args: readonly string[];
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly stderr: string;
  readonly exit: number;
}

/** Each heading of the second level is a case; its fenced blocks are named by what follows the fence. */
export function casesOf(markdown: string): readonly CommandCase[] {
  return markdown.split(/^## /m).slice(1).map(caseOf);
}

function caseOf(section: string): CommandCase {
  const title = section.slice(0, section.indexOf('\n')).trim();
  const blocks = [...section.matchAll(/^```(\S+)(?: (\S+))?\n([\s\S]*?)^```$/gm)].map(([, kind, path, text]) => ({
    kind: kind ?? '',
    path: path ?? '',
    text: text ?? '',
  }));
  const of = (wanted: string) => blocks.find(({ kind }) => kind === wanted)?.text ?? '';
  const exit = /^Ends with (\d+)\.$/m.exec(section)?.[1];
  if (of('console') === '' || exit === undefined) throw new Error(`the case "${title}" lacks its command or its end`);
  return {
    title,
    args: of('console').replace('$ lading ', '').trim().split(' '),
    files: blocks.filter(({ path }) => path !== ''),
    stderr: of('text'),
    exit: Number(exit),
  };
}

/** Inputs too large to be written down, by their names. */
const generatedFiles: Readonly<Record<string, () => string>> = {
  'nested.json': () => `{"openapi":"3.1.0","a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  'nested.yaml': () => `openapi: 3.1.0\na: ${'['.repeat(100_000)}${']'.repeat(100_000)}\n`,
  'large.yaml': () => `openapi: 3.1.0\n# ${'x'.repeat(100_000_000)}\n`,
  'nul.yaml': () => 'openapi: 3.1.0\ninfo: {title: "a\u0000b"}\n',
};

/** Puts the files of a case into the folder. */
export function prepare({ files, args }: CommandCase, folder: string): void {
  for (const { path, text } of files) write(join(folder, path), text);
  for (const [name, make] of Object.entries(generatedFiles))
    if (args.includes(`DIR/${name}`)) write(join(folder, name), make());
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Every file below a folder with its bytes, so that two moments can be compared. */
export function contentsOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((path) =>
      statSync(join(folder, path)).isFile() ? `${path}: ${readFileSync(join(folder, path), 'latin1')}` : path,
    );
}
