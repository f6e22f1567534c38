/** The text of a shell script → its commands, and a command → its words. */

export interface Command {
  readonly text: string;
  /** Run always, or only after success (`&&`) or failure (`||`) of the one before. */
  readonly when: 'always' | 'success' | 'failure';
  /** `while …; do …; done` */
  readonly loop?: { readonly condition: readonly Command[]; readonly body: readonly Command[] };
}

export function splitCommands(script: string): Command[] {
  return withLoops(separate(script));
}

/** Words of a command, quotes taken away and variables put in, and where its output goes: `&2` or a file. */
export function wordsOf(
  text: string,
  value: (name: string) => string | undefined,
): { readonly words: string[]; readonly output: string | undefined } {
  const words: string[] = [];
  let output: string | undefined;
  const word = /(?<to>\d?>>?\s*)?(?<word>(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\<>])+)/g;
  for (const { groups = {} } of text.matchAll(word)) {
    const plain = unquoted(groups['word'] ?? '', value);
    if (groups['to'] === undefined) words.push(plain);
    // Of errors only the output is redirected here.
    else if (!groups['to'].startsWith('2')) output = plain;
  }
  return { words, output };
}

function unquoted(word: string, value: (name: string) => string | undefined): string {
  const filled = (text: string): string =>
    text.replaceAll(
      /\$(?:\{(\w+)\}|(\w+|\?))/g,
      (_all, braced?: string, plain?: string) => value(braced ?? plain ?? '') ?? '',
    );
  return word.replaceAll(
    /'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)|([^'"\\]+)/g,
    (_all, single?: string, double?: string, escaped?: string, bare?: string) => {
      if (single !== undefined) return single;
      if (double !== undefined) return filled(double).replaceAll(/\\(["\\$])/g, '$1');
      return escaped ?? filled(bare ?? '');
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

/** `while A`, `do B`, `C`, `done` → one command. */
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
    const condition = flat.slice(index, doing).map((each) => without('while', each));
    const body = flat.slice(doing, done < 0 ? undefined : done).map((each) => without('do', each));
    commands.push({ text: command.text, when: command.when, loop: { condition, body } });
    index = done < 0 ? flat.length : done;
  }
  return commands;
}

function without(word: string, { text, ...command }: Command): Command {
  return { ...command, text: text.replace(new RegExp(`^${word}\\s+`), '') };
}
