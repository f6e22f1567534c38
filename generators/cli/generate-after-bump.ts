/** Generates the packages after a bump, by the command `generate`: its output guarantees hold here too. */
import { Command } from 'commander';
import type { BumpPlan } from '../bump/index.js';
import type { BumpOptions } from './bump-options.js';
import { generateCommand } from './commands/generate.js';
import { exitCodes } from './exit-codes.js';
import { chosenSpecification } from '../generate/sources.js';

/** Whether packages can be generated: no conversion is undecided, and a specification elsewhere has an output folder. */
export function canGenerate(plan: BumpPlan, { spec, out }: BumpOptions): boolean {
  return plan.undecided.length === 0 && (spec === undefined || out !== undefined);
}

/** Generates from the specification that was bumped. @returns the exit code of `generate` */
export async function generateAfterBump(options: BumpOptions, more: readonly string[] = []): Promise<number> {
  let code: number = exitCodes.done;
  const program = new Command('lading').exitOverride();
  generateCommand(program, (result) => {
    code = result;
  });
  const { config, api, out } = options;
  // A folder elsewhere becomes a separate workspace, whatever the configuration says.
  const elsewhere = async (folder: string) => ['--spec', await chosenSpecification(options), '--out', folder];
  const configured = [
    ...(config === undefined ? [] : ['--config', config]),
    ...(api === undefined ? [] : ['--api', api]),
  ];
  const where = out === undefined ? configured : await elsewhere(out);
  await program.parseAsync(['generate', ...where, ...more], { from: 'user' });
  return code;
}
