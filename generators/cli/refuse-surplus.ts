/** A word on the command line that no command takes → what was probably meant by it. */
import type { Command } from 'commander';
import { LadingError } from '../diagnostics/index.js';

/** @throws USAGE for the first argument beyond those that the command takes */
export function refuseSurplus(command: Command): void {
  const { registeredArguments: taken, args } = command;
  const word = taken.at(-1)?.variadic === true ? undefined : args[taken.length];
  if (word === undefined) return;
  const isMissing = /\.(ya?ml|json)$/i.test(word) && command.options.some(({ long }) => long === '--document');
  const place = `lading ${command.name()}`;
  throw new LadingError({
    code: 'USAGE',
    subject: `The argument ${JSON.stringify(word)} is one too many`,
    place,
    remedy: isMissing ? `Give a document with --document ${word}` : `See ${place} --help`,
  });
}
