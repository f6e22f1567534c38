/** Parses configuration files of nginx. */
import type { ProgramFiles } from '@lading/engine';

export interface Directive {
  readonly name: string;
  readonly args: readonly string[];
  /** The directives of its block. */
  readonly block?: readonly Directive[];
}

/** Thrown for a file that nginx would refuse. */
export class ConfigError extends Error {}

/** Reads a file and those that it includes. @throws ConfigError */
export function readConfig(files: ProgramFiles, path: string, depth = 0): Directive[] {
  const text = files.read(path)?.toString();
  if (text === undefined) throw new ConfigError(`open() "${path}" failed (2: No such file or directory)`);
  if (depth > 10) throw new ConfigError(`too many levels of includes in ${path}`);
  const tokens = tokensOf(text, path);
  let position = 0;
  const parse = (isNested: boolean): Directive[] => {
    const found: Directive[] = [];
    let words: string[] = [];
    for (let token = tokens[position]; token !== undefined; token = tokens[position]) {
      position += 1;
      if (token.kind === 'word') words.push(token.text);
      else if (token.text === ';') {
        const [name = '', ...args] = words;
        words = [];
        if (name === 'include')
          for (const each of includedFiles(files, args[0] ?? '')) found.push(...readConfig(files, each, depth + 1));
        else if (name !== '') found.push({ name, args });
      } else if (token.text === '{') {
        const [name = '', ...args] = words;
        words = [];
        found.push({ name, args, block: parse(true) });
      } else {
        if (!isNested) throw new ConfigError(`unexpected "}" in ${path}:${token.line}`);
        return found;
      }
    }
    if (isNested || words.length > 0) throw new ConfigError(`unexpected end of file, expecting ";" or "}" in ${path}`);
    return found;
  };
  return parse(false);
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

interface Token {
  readonly kind: 'word' | 'mark';
  readonly text: string;
  readonly line: number;
}

function tokensOf(text: string, path: string): Token[] {
  const tokens: Token[] = [];
  const pattern =
    /(\n)|[ \t\r]+|#[^\n]*|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([;{}])|((?:\$\{\w+\}|\\.|[^\s;{}"'\\])(?:\$\{\w+\}|\{\d+(?:,\d*)?\}|\\.|[^\s;{}])*)|(.)/gs;
  let line = 1;
  for (const [, lineEnd, double, single, mark, word, other] of text.matchAll(pattern)) {
    if (lineEnd !== undefined) line += 1;
    else if (mark !== undefined) tokens.push({ kind: 'mark', text: mark, line });
    else if (other !== undefined) throw new ConfigError(`unexpected "${other}" in ${path}:${line}`);
    else {
      const content = (double ?? single ?? word)?.replaceAll(
        /\\(["'\\trn])/g,
        (_, each: string) => escapes[each] ?? each,
      );
      if (content !== undefined) tokens.push({ kind: 'word', text: content, line });
    }
  }
  return tokens;
}

function includedFiles(files: ProgramFiles, pattern: string): string[] {
  const path = pattern.startsWith('/') ? pattern : `/etc/nginx/${pattern}`;
  if (!path.includes('*')) return [path];
  const folder = path.slice(0, path.lastIndexOf('/'));
  const [before = '', after = ''] = path.slice(folder.length + 1).split('*');
  return files
    .list(folder)
    .filter((name) => name.startsWith(before) && name.endsWith(after))
    .map((name) => `${folder}/${name}`);
}
