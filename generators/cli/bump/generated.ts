/** What follows a bump: the command `generate` as it is, so that what it promises of writing holds here too. */
import { Command } from 'commander';
import { generateCommand } from '../commands/generate.js';
import { exitCodes } from '../exit-codes.js';
import { fromHere } from '../place.js';
import type { BumpOptions } from './bumped.js';

/** Generates from the specification that was bumped. @returns what `generate` ends with */
export async function generated({ spec, out }: BumpOptions, more: readonly string[] = []): Promise<number> {
  let code: number = exitCodes.done;
  const program = new Command('lading').exitOverride();
  generateCommand(program, (result) => {
    code = result;
  });
  // A folder elsewhere becomes a workspace of its own, whatever the configuration says.
  const where = out === undefined ? [] : ['--spec', spec ?? fromHere('spec'), '--out', out];
  await program.parseAsync(['generate', ...where, ...more], { from: 'user' });
  return code;
}
