/** Runs a command line and maps its result to an exit code. */
import { Command, CommanderError } from 'commander';
import { LadingError, sentence, withPrintableUrls, type Problem } from '../diagnostics/index.js';
import { diskError } from '../write/failure.js';
import { commandTable } from './command-table.js';
import { exitCodes } from './exit-codes.js';
import { generatorVersion } from '../generate/repository.js';

/** Runs one command line. @returns the exit code */
export async function main(args: readonly string[]): Promise<number> {
  const program = new Command('lading')
    .description('Generates versioned TypeScript packages from OpenAPI and Swagger documents')
    .version(generatorVersion())
    .option('--debug', 'print the stack of an unexpected error')
    // rejectExtraArguments reports them with a suggestion.
    .allowExcessArguments()
    .hook('preAction', (_program, command) => {
      rejectExtraArguments(command);
      rejectEmptyValues(command);
    })
    // reportError prints them.
    .configureOutput({ outputError: () => undefined })
    .exitOverride();
  let code: number = exitCodes.done;
  const ended = (result: number) => {
    code = result;
  };
  if (args.length > 0) for (const load of wantedBy(args)) (await load())(program, ended);
  try {
    if (args.length === 0) {
      const { nextStepText } = await import('./next-step.js');
      process.stderr.write(nextStepText());
      return exitCodes.usage;
    }
    await program.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    return reportError(error, args);
  }
}

/**
 * Prints the error of a command line: one sentence, or an object with `--json`. `--debug` adds the stack.
 *
 * @returns the exit code
 */
export function reportError(error: unknown, args: readonly string[]): number {
  const isParsed = error instanceof CommanderError;
  if (isParsed && error.exitCode === 0) return exitCodes.done;
  if (isParsed && error.code === 'commander.help') return exitCodes.usage;
  const reported = isOfOutput(error) ? diskError(error, 'the output of the command') : error;
  const problem = isParsed
    ? invalid(error, args)
    : reported instanceof LadingError
      ? reported.problem
      : unexpected(error, args);
  process.stderr.write(args.includes('--json') ? `${JSON.stringify({ problem })}\n` : `${sentence(problem)}\n`);
  if (args.includes('--debug') && error instanceof Error) process.stderr.write(`${error.stack ?? error.message}\n`);
  return problem.code === 'USAGE' ? exitCodes.usage : exitCodes.problem;
}

/** Returns the problem of a command line that the parser rejects, as `error: unknown option '--uot'\n(Did you mean --out?)`. */
function invalid({ message, code }: CommanderError, [command = '']: readonly string[]): Problem {
  const [, subject = message, suggestion] = /^error: (.*?)\.?(?:\n\(Did you mean (.*)\?\))?$/s.exec(message) ?? [];
  const isNamed = Object.hasOwn(commandTable, command) && code !== 'commander.unknownCommand';
  const place = isNamed ? `lading ${command}` : 'lading';
  const remedy = suggestion === undefined ? `See ${place} --help` : `Write ${suggestion}`;
  return {
    code: 'USAGE',
    subject: withPrintableUrls(`${subject.charAt(0).toUpperCase()}${subject.slice(1)}`),
    place,
    remedy,
  };
}

/** Whether the system refused what a command prints. */
function isOfOutput(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'write' && !('path' in error);
}

/** A user cannot do anything about a stack, and it may hide what happened. */
function unexpected(error: unknown, args: readonly string[]): Problem {
  // Documents and schemas are visited by recursion, which thousands of levels exhaust.
  if (error instanceof RangeError && /call stack/.test(error.message))
    return {
      code: 'READ_LIMIT',
      subject: 'A document is nested too deeply, or its schemas refer to each other in too long a chain',
      place: ['lading', ...args.slice(0, 1)].join(' '),
      remedy: 'Shorten the chain; if no document is like that, report it to the project, with the output of --debug',
    };
  return {
    code: 'UNEXPECTED',
    subject: withPrintableUrls(error instanceof Error ? error.message : String(error)),
    place: ['lading', ...args.slice(0, 1)].join(' '),
    remedy:
      'Unless the message names the reason, report it to the project, with the output of the command with --debug',
  };
}

/** Returns the command that is named first, or all commands, which the help and the suggestion for a misspelled name list. */
function wantedBy([first = '']: readonly string[]) {
  const load = Object.hasOwn(commandTable, first) ? commandTable[first] : undefined;
  return load === undefined ? Object.values(commandTable) : [load];
}

/**
 * Rejects an argument that the command does not take, with a suggestion, and a value that is empty.
 *
 * @throws USAGE for the first extra argument
 */
function rejectExtraArguments(command: Command): void {
  const { registeredArguments: taken, args } = command;
  const word = taken.at(-1)?.variadic === true ? undefined : args[taken.length];
  if (word === undefined) return;
  const isMissing = /\.(ya?ml|json)$/i.test(word) && command.options.some(({ long }) => long === '--document');
  const place = `lading ${command.name()}`;
  throw new LadingError({
    code: 'USAGE',
    subject: `Unexpected argument ${JSON.stringify(word)}`,
    place,
    remedy: isMissing ? `Name a document with --document ${word}` : `See ${place} --help`,
  });
}

/** Rejects an empty value, as of a variable that is not set: as a path, it would be the working folder. @throws USAGE */
function rejectEmptyValues(command: Command): void {
  const place = `lading ${command.name()}`;
  const values = [
    ...command.options.map((option) => [option.long ?? option.flags, command.getOptionValue(option.attributeName())]),
    ...command.registeredArguments.map((argument, at) => [`<${argument.name()}>`, command.processedArgs[at]]),
  ] as const;
  const empty = values.find(([, value]) => [value].flat().includes(''));
  if (empty === undefined) return;
  throw new LadingError({
    code: 'USAGE',
    subject: `The value of ${String(empty[0])} is empty`,
    place,
    remedy: `Give one, or leave it out; see ${place} --help`,
  });
}
