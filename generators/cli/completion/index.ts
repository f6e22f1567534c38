/** Completion scripts, made from the commands and their options. */
import { bashScript } from './bash.js';
import { fishScript } from './fish.js';
import type { ProgramWords } from './words.js';
import { zshScript } from './zsh.js';

export { wordsOf, type ProgramWords } from './words.js';

/** The function that prints the script, by the name of the shell. */
export const completionScripts: Readonly<Record<string, (words: ProgramWords) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};
