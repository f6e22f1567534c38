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
 * Follows a section of a page, word by word: writes its files, types its commands, and compares what they print with what the page
 * states.
 *
 * @param {string} page the path in the repository
 * @param {string} heading
 * @param {{ readonly only?: (block: import('./page.mjs').Block) => boolean }} [options]
 * @returns {Step}
 */
export function follow(page, heading, { only = () => true } = {}) {
  return async (traveller) => {
    for (const block of blocksBelow(page, heading).filter(only)) {
      if (block.file !== undefined) traveller.write(block.file, block.content);
      else if (block.language === 'console') {
        for (const { typed, printed } of commandsOf(block)) await type(traveller, typed, printed);
      } else if (block.language === 'sh') await type(traveller, block.content, block.prints);
    }
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
