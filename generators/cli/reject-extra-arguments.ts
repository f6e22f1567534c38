/** Rejects an argument that the command does not take, with a suggestion. */
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
