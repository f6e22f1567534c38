/** The stages of a file that a build runs. */
import { BadRequest } from '@lading/server-v1.44';
import type { Dockerfile, Instruction } from './dockerfile.js';
import { wordsOf } from './instruction-rules.js';

/**
 * Leaves out the stages after the target.
 *
 * @param target the name of a stage; empty for the last one
 * @throws BadRequest for a file without stages, or without the target
 */
export function selectStages({ instructions }: Dockerfile, target: string): readonly Instruction[] {
  if (instructions.find(({ word }) => word !== 'ARG')?.word !== 'FROM')
    throw new BadRequest('no build stage in current context');
  if (target === '') return instructions;
  const starts = [...instructions.entries()].filter(([, { word }]) => word === 'FROM');
  const position = starts.findIndex(([, { rest }]) => stageNameOf(rest).toLowerCase() === target.toLowerCase());
  if (position < 0) throw new BadRequest(`target stage "${target}" could not be found`);
  return instructions.slice(0, starts[position + 1]?.[0] ?? instructions.length);
}

/** Returns the name in `base AS name`; empty without one. */
export function stageNameOf(rest: string): string {
  return wordsOf({ word: 'FROM', rest, list: undefined })[2] ?? '';
}
