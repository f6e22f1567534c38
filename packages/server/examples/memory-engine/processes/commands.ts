/** Splits a shell script into commands, and a command into words. */

export interface Command {
  readonly text: string;
  /** Whether it runs always, or only after success (`&&`) or failure (`||`) of the previous command. */
  readonly when: 'always' | 'success' | 'failure';
  /** The condition and body of `while …; do …; done`. */
  readonly loop?: { readonly condition: readonly Command[]; readonly body: readonly Command[] };
}

export function splitCommands(script: string): Command[] {
  return withLoops(separate(script));
}

/** Returns the words of a command, unquoted and with variables expanded, and its output target: `&2` or a file. */
export function wordsOf(
  text: string,
  value: (name: string) => string | undefined,
): { readonly words: string[]; readonly output: string | undefined } {
  const words: string[] = [];
  let output: string | undefined;
  const word = /(?<to>\d?>>?\s*)?(?<word>(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\<>])+)/g;
  for (const { groups = {} } of text.matchAll(word)) {
    const wordText = unquoted(groups['word'] ?? '', value);
    if (groups['to'] === undefined) words.push(wordText);
    // Redirections of standard error are ignored.
    else if (!groups['to'].startsWith('2')) output = wordText;
  }
  return { words, output };
}

function unquoted(word: string, value: (name: string) => string | undefined): string {
  const expand = (text: string): string =>
    text.replaceAll(
      /\$(?:\{(\w+)\}|(\w+|\?))/g,
      (_all, braced?: string, plain?: string) => value(braced ?? plain ?? '') ?? '',
    );
  return word.replaceAll(
    /'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)|([^'"\\]+)/g,
    (_all, single?: string, double?: string, escaped?: string, bare?: string) => {
      if (single !== undefined) return single;
      if (double !== undefined) return expand(double).replaceAll(/\\(["\\$])/g, '$1');
      return escaped ?? expand(bare ?? '');
    },
  );
}

function separate(script: string): Command[] {
  const commands: Command[] = [];
  let when: Command['when'] = 'always';
  let text = '';
  const end = (next: Command['when']): void => {
    if (text.trim() !== '') commands.push({ text: text.trim(), when });
    text = '';
    when = next;
  };
  const piece = /'[^']*'|"(?:\\.|[^"\\])*"|\\.|>&\d|&&|\|\||[&;\n]|[^'"\\&|;\n>]+|[^]/g;
  for (const [part] of script.matchAll(piece)) {
    if (part === '&&') end('success');
    else if (part === '||') end('failure');
    else if (part === ';' || part === '\n' || part === '&') end('always');
    else text += part;
  }
  end('always');
  return commands;
}

/** Combines `while A`, `do B`, `C`, `done` into one command. */
function withLoops(flat: readonly Command[]): Command[] {
  const commands: Command[] = [];
  for (let index = 0; index < flat.length; index += 1) {
    const command = flat[index];
    if (command === undefined) break;
    if (!/^while\s/.test(command.text)) {
      commands.push(command);
      continue;
    }
    const done = flat.findIndex((each, at) => at > index && each.text === 'done');
    const doing = flat.findIndex((each, at) => at > index && /^do\s/.test(each.text));
    const condition = flat.slice(index, doing).map((each) => withoutKeyword('while', each));
    const body = flat.slice(doing, done < 0 ? undefined : done).map((each) => withoutKeyword('do', each));
    commands.push({ text: command.text, when: command.when, loop: { condition, body } });
    index = done < 0 ? flat.length : done;
  }
  return commands;
}

function withoutKeyword(word: string, { text, ...command }: Command): Command {
  return { ...command, text: text.replace(new RegExp(`^${word}\\s+`), '') };
}
