/** Rejects an argument that the command does not take, with a suggestion, and a value that is empty. */
import type { Command } from 'commander';
import { LadingError } from '../diagnostics/index.js';

/** @throws USAGE for the first extra argument */
export function rejectExtraArguments(command: Command): void {
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
export function rejectEmptyValues(command: Command): void {
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
