/** Runs the commands of a script of `sed` on lines. */
import type { LinearExpression } from '../../../values/linear-expression.js';
import { CommandError, pathOf } from '../command.js';
import { fromBytes, splitEnd, type ByteStreams } from './bytes.js';
import { expanded, listed } from './sed-replacement.js';
import type { SedAddress, SedCommand, Substitution } from './sed-script.js';

export class SedRun {
  readonly #streams: ByteStreams;
  readonly #commands: readonly SedCommand[];
  readonly #isQuiet: boolean;
  readonly #print: (text: string) => Promise<void>;
  /** The active ranges, with the line at which those with a count end. */
  readonly #ranges = new Map<SedCommand, number>();
  readonly #files = new Map<string, string>();
  #lines!: AsyncIterator<string>;
  #next: IteratorResult<string> | undefined;
  #space = '';
  #end = '\n';
  #hold = '';
  #number = 0;
  #appended: (() => Promise<void>)[] = [];
  /** Whether the last line was printed without its end, which further output needs. */
  #lacksEnd = false;
  #expression: LinearExpression | undefined;

  constructor(
    streams: ByteStreams,
    commands: readonly SedCommand[],
    isQuiet: boolean,
    print: (text: string) => Promise<void>,
  ) {
    this.#streams = streams;
    this.#commands = commands;
    this.#isQuiet = isQuiet;
    this.#print = print;
    for (const { name, text, substitution } of commands) {
      const file = name === 'w' ? text : (substitution?.file ?? '');
      if (file !== '' && !file.startsWith('/dev/')) this.#save(file, '');
    }
  }

  async run(lines: AsyncIterable<string>): Promise<void> {
    this.#lines = lines[Symbol.asyncIterator]();
    let isRestart = false;
    while (isRestart || (await this.#advance())) {
      const result = await this.#cycle();
      isRestart = result === 'restart';
      if (result !== 'delete' && result !== 'restart' && !this.#isQuiet) await this.#printSpace();
      await this.#flush();
      if (result === 'quit') break;
    }
  }

  /** Reads the next line into the pattern space. @returns false at the end */
  async #advance(): Promise<boolean> {
    const { value, done } = this.#next ?? (await this.#lines.next());
    this.#next = undefined;
    if (done === true) return false;
    [this.#space, this.#end] = splitEnd(value as string);
    this.#number += 1;
    return true;
  }

  /** Prints text after the end of a line that lacked it. */
  async #write(text: string): Promise<void> {
    if (text === '') return;
    await this.#print(this.#lacksEnd ? `\n${text}` : text);
    this.#lacksEnd = false;
  }

  async #printSpace(): Promise<void> {
    await this.#write(`${this.#space}${this.#end}`);
    this.#lacksEnd = this.#end === '';
  }

  async #isLast(): Promise<boolean> {
    this.#next ??= await this.#lines.next();
    return this.#next.done === true;
  }

  async #flush(): Promise<void> {
    for (const append of this.#appended.splice(0)) await append();
  }

  async #cycle(): Promise<'' | 'delete' | 'restart' | 'quit'> {
    let isSubstituted = false;
    for (let index = 0; index < this.#commands.length; index += 1) {
      const command = this.#commands[index];
      if (command === undefined) break;
      const { name, text } = command;
      if (!(await this.#applies(command))) {
        if (name === '{') index = (command.end ?? index + 1) - 1;
        continue;
      }
      switch (name) {
        case '=':
          await this.#write(`${this.#number}\n`);
          break;
        case 'a':
          this.#appended.push(() => this.#write(text));
          break;
        case 'i':
          await this.#write(text);
          break;
        case 'c':
          if (command.to === undefined || command.isNegated || !this.#ranges.has(command)) await this.#write(text);
          return 'delete';
        case 'd':
          return 'delete';
        case 'D': {
          const line = this.#space.indexOf('\n');
          if (line < 0) return 'delete';
          this.#space = this.#space.slice(line + 1);
          return 'restart';
        }
        case 'g':
          this.#space = this.#hold;
          break;
        case 'G':
          this.#space += `\n${this.#hold}`;
          break;
        case 'h':
          this.#hold = this.#space;
          break;
        case 'H':
          this.#hold += `\n${this.#space}`;
          break;
        case 'x':
          [this.#space, this.#hold] = [this.#hold, this.#space];
          break;
        case 'l':
          await this.#write(`${listed(this.#space)}$\n`);
          break;
        case 'n':
          if (await this.#isLast()) return 'quit';
          if (!this.#isQuiet) await this.#printSpace();
          await this.#flush();
          await this.#advance();
          break;
        case 'N': {
          // GNU and busybox print the pattern space if there is no next line.
          if (await this.#isLast()) return 'quit';
          const before = this.#space;
          await this.#flush();
          await this.#advance();
          this.#space = `${before}\n${this.#space}`;
          break;
        }
        case 'p':
          await this.#printSpace();
          break;
        case 'P':
          await this.#write(`${this.#space.split('\n', 1)[0]}\n`);
          break;
        case 'q':
          this.#streams.code = Number(text);
          return 'quit';
        case 'r':
          this.#appended.push(() => this.#write(this.#streams.content(text) ?? ''));
          break;
        case 'w':
          await this.#append(text, `${this.#space}\n`);
          break;
        case 's':
          if (command.substitution !== undefined && (await this.#substitute(command.substitution)))
            isSubstituted = true;
          break;
        case 'y':
          this.#space = [...this.#space].map((letter) => command.letters?.get(letter) ?? letter).join('');
          break;
        case 'T':
        case 't':
        case 'b': {
          const jumps = name === 'b' || isSubstituted === (name === 't');
          if (name !== 'b') isSubstituted = false;
          if (!jumps) break;
          if (text === '') return '';
          index = this.#commands.findIndex((each) => each.name === ':' && each.text === text);
          if (this.#streams.process.killed.aborted) return 'quit';
          break;
        }
        default:
      }
    }
    return '';
  }

  async #applies(command: SedCommand): Promise<boolean> {
    const { from, to, isNegated } = command;
    return (await this.#isSelected(command, from, to)) !== isNegated;
  }

  async #isSelected(command: SedCommand, from: SedAddress | undefined, to: SedAddress | undefined): Promise<boolean> {
    if (from === undefined) return true;
    if (to === undefined) return this.#matches(from);
    const end = this.#ranges.get(command);
    if (end === undefined) {
      const isZero = from.kind === 'line' && from.line === 0 && this.#number === 1;
      if (!isZero && !(await this.#matches(from))) return false;
      const stop = to.kind === 'line' ? to.line : to.kind === 'count' ? this.#number + to.count : Infinity;
      if (isZero && (await this.#matches(to))) return true;
      if (stop > this.#number && !(to.kind === 'last' && (await this.#isLast()))) this.#ranges.set(command, stop);
      return true;
    }
    if (end !== Infinity ? this.#number >= end : await this.#matches(to)) this.#ranges.delete(command);
    return end === Infinity || this.#number <= end;
  }

  async #matches(address: SedAddress): Promise<boolean> {
    switch (address.kind) {
      case 'line':
        return this.#number === address.line;
      case 'last':
        return this.#isLast();
      case 'match':
        return this.#lastExpression(address.expression).test(this.#space);
      default:
        return false;
    }
  }

  #lastExpression(expression: LinearExpression | undefined): LinearExpression {
    this.#expression = expression ?? this.#expression;
    if (this.#expression === undefined) throw new CommandError('no previous regexp');
    return this.#expression;
  }

  async #substitute({ expression, replacement, first, isGlobal, prints, file }: Substitution): Promise<boolean> {
    const used = this.#lastExpression(expression);
    const text = this.#space;
    let [result, at, copied, count, isChanged] = ['', 0, 0, 0, false];
    while (at <= text.length) {
      const match = used.findFrom(text, at);
      if (match === undefined) break;
      const [whole = ''] = match.texts;
      const end = match.index + whole.length;
      // An empty match directly after a match is none.
      if (!(whole === '' && match.index === copied && count > 0 && copied > 0)) {
        count += 1;
        result += text.slice(copied, match.index);
        if (count >= first && (isGlobal || count === first)) {
          result += expanded(replacement, match.texts);
          isChanged = true;
        } else result += whole;
        copied = end;
        if (isChanged && !isGlobal) break;
      }
      at = whole === '' ? end + 1 : end;
    }
    if (!isChanged) return false;
    this.#space = result + text.slice(copied);
    if (prints) await this.#printSpace();
    if (file !== '') await this.#append(file, `${this.#space}\n`);
    return true;
  }

  async #append(file: string, text: string): Promise<void> {
    if (file === '/dev/stdout') await this.#write(text);
    else if (file === '/dev/stderr') await this.#streams.print(text, 'stderr');
    else this.#save(file, (this.#files.get(file) ?? '') + text);
  }

  #save(file: string, text: string): void {
    this.#files.set(file, text);
    if (pathOf(this.#streams.process, fromBytes(file)) !== '/dev/null') this.#streams.write(file, text);
  }
}
