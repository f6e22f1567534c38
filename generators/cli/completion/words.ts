/** The words of the command line, as completion scripts need them. */
import type { Argument, Command, Option } from 'commander';

/** What a word is completed with: names of files, names of folders, a list of words, or nothing. */
export type Completion = 'files' | 'folders' | readonly string[];

export interface OptionWords {
  readonly flags: readonly string[];
  readonly description: string;
  /** The completion of its value; absent for an option without a value. */
  readonly value?: Completion;
}

export interface CommandWords {
  readonly name: string;
  readonly description: string;
  readonly options: readonly OptionWords[];
  /** The completion of its arguments: the same for each of them. */
  readonly argument: Completion;
}

export interface ProgramWords {
  readonly commands: readonly CommandWords[];
  /** The options without a command. */
  readonly options: readonly OptionWords[];
}

/** Reads the words from a program with all of its commands. */
export function wordsOf(program: Command): ProgramWords {
  return { commands: program.commands.map(commandWords), options: optionsOf(program) };
}

function commandWords(command: Command): CommandWords {
  const [argument] = command.registeredArguments;
  return {
    name: command.name(),
    description: command.description(),
    options: optionsOf(command),
    argument: argument === undefined ? [] : argumentCompletion(argument),
  };
}

function optionsOf(command: Command): readonly OptionWords[] {
  return command.createHelp().visibleOptions(command).map(optionWords);
}

function optionWords({ short, long, flags, description, argChoices }: Option): OptionWords {
  const value = /[<[]([\w-]+)/.exec(flags)?.[1];
  return {
    flags: [long, short].filter((flag) => flag !== undefined),
    description,
    ...(value !== undefined && { value: argChoices ?? completionOf(value) }),
  };
}

function argumentCompletion(argument: Argument): Completion {
  // An argument that can be a version or a file is completed with files.
  return argument.argChoices ?? (argument.name() === 'version' ? [] : 'files');
}

/** The completion of a value, by its placeholder in the help: `<file>`, `<dir>`. */
function completionOf(placeholder: string): Completion {
  if (placeholder === 'file') return 'files';
  return placeholder === 'dir' ? 'folders' : [];
}
