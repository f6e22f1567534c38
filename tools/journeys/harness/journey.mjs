/** What a journey consists of, and the steps of which journeys are written. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blocksBelow, commandsOf, pattern } from './page.mjs';
import { root } from './places.mjs';

/** @typedef {import('./traveller.mjs').Traveller} Traveller */
/** @typedef {(traveller: Traveller) => Promise<void>} Step */

/**
 * The path of a user, from an empty folder to a running program.
 *
 * @typedef {object} Journey
 * @property {string} name
 * @property {string} about what it proves, in a sentence
 * @property {true} [isFixed] whether every run of CI includes it
 * @property {true} [isLong] whether it takes minutes, so that only `--all` and its name include it
 * @property {readonly import('./programs.mjs').Program[]} [programs] what the user has installed besides Node and npm
 * @property {readonly Step[]} steps
 */

/** Fails a journey. */
export class JourneyError extends Error {}

/**
 * How a section is followed.
 *
 * @typedef {object} FollowOptions
 * @property {(block: import('./page.mjs').Block) => boolean} [only] the blocks that are followed; by default all of them
 * @property {Readonly<Record<string, string>>} [replace] what a reader replaces: the URL of an example by a real one
 * @property {string} [beside] commands that are typed first, and start what runs in the background meanwhile
 * @property {string} [then] commands that are typed next, while what the page starts in the background runs
 * @property {string} [prints] the output, if the page does not state it
 */

/**
 * Follows a section of a page, word by word: writes its files, types its commands, and compares what they print with what the page
 * states.
 *
 * @param {string} page the path in the repository
 * @param {string} heading
 * @param {FollowOptions} [options]
 * @returns {Step}
 */
export function follow(page, heading, { only = () => true, replace = {}, beside = '', then = '', prints } = {}) {
  const replaced = (/** @type {string} */ text) =>
    Object.entries(replace).reduce((result, [from, to]) => result.replaceAll(from, to), text);
  return async (traveller) => {
    for (const block of blocksBelow(page, heading).filter(only)) {
      const content = replaced(block.content);
      if (block.file !== undefined) traveller.write(block.file, content);
      else if (block.language === 'console') {
        for (const { typed, printed } of commandsOf({ ...block, content }))
          await type(traveller, beside + typed, printed);
      } else if (block.language === 'sh') await type(traveller, beside + content + then, prints ?? block.prints);
    }
  };
}

/**
 * Writes the program of a section into a file, and runs it. It prints what the page states.
 *
 * @param {string} page the path in the repository
 * @param {string} heading
 * @param {string} command
 * @param {string} [stated] the output, if the page does not state it
 * @returns {Step}
 */
export function example(page, heading, command, stated) {
  return async (traveller) => {
    const program = blocksBelow(page, heading).find(({ language, file }) => language === 'ts' && file === undefined);
    if (program === undefined) throw new JourneyError(`${page} has no program below the heading "${heading}"`);
    traveller.write('example.ts', program.content);
    await type(traveller, command, stated ?? program.prints);
  };
}

/**
 * Types commands that are on no page: what runs what the pages made.
 *
 * @param {string} commands
 * @param {string} [prints] the output, with `…` for what differs from run to run
 * @returns {Step}
 */
export function run(commands, prints) {
  return (traveller) => type(traveller, commands, prints);
}

/**
 * Types commands that must fail.
 *
 * @param {string} commands
 * @param {string} prints a part of the output
 * @returns {Step}
 */
export function fails(commands, prints) {
  return async (traveller) => {
    const { status, output } = await traveller.type(commands);
    if (status === 0) throw new JourneyError(`${commands}\nended with 0, but had to fail`);
    if (!output.includes(prints)) throw new JourneyError(`${commands}\nprinted\n${output}\nand not\n${prints}`);
  };
}

/** @param {string} path @param {string} content @returns {Step} */
export function write(path, content) {
  return async (traveller) => traveller.write(path, content);
}

/** Gives the user a file that is in the repository, such as a document. @param {string} source @param {string} path @returns {Step} */
export function bring(source, path) {
  return async (traveller) => traveller.write(path, readFileSync(join(root, source), 'utf8'));
}

/** @param {Traveller} traveller @param {string} commands @param {string} [prints] */
async function type(traveller, commands, prints) {
  const { status, output } = await traveller.type(commands);
  if (status !== 0) throw new JourneyError(`${commands.trimEnd()}\nended with ${status}:\n${output}`);
  if (prints === undefined || pattern(prints).test(output === '' || output.endsWith('\n') ? output : `${output}\n`))
    return;
  throw new JourneyError(`${commands.trimEnd()}\nprinted\n${output}\nand not\n${prints}`);
}
