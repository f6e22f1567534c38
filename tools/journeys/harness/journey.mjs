/** What a journey consists of, and the steps of which journeys.yaml writes them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../../run/steps.mjs';
import { blocksBelow, commandsOf, pattern } from './page.mjs';

/** @typedef {import('./traveller.mjs').Traveller} Traveller */
/** @typedef {(traveller: Traveller) => Promise<void>} Step */

/**
 * The path of a user, from an empty folder to a running program.
 *
 * @typedef {object} Journey
 * @property {string} name
 * @property {string} about what it proves, in a sentence
 * @property {true} [fixed] whether every run of CI includes it
 * @property {true} [long] whether it takes minutes, so that only `--all` and its name include it
 * @property {readonly import('./traveller.mjs').Program[]} [programs] what the user has installed besides Node and npm
 * @property {readonly Step[]} steps
 */

/** Fails a journey. */
export class JourneyError extends Error {}

/**
 * Reads a list of journeys, and makes steps of their rows.
 *
 * @param {string} text
 * @param {Readonly<Record<string, string>>} names what `{name}` stands for
 * @param {(row: any) => Step} stepOf
 * @returns {readonly Journey[]}
 */
export function readJourneys(text, names, stepOf) {
  const { names: own, journeys } = parse(text);
  return journeys.flatMap((/** @type {any} */ { each = [{}], steps, ...journey }) =>
    each.map((/** @type {any} */ row) => {
      const { steps: rows, ...rest } = filled({ steps, ...journey, ...row }, { ...names, ...own, ...journey, ...row });
      return { ...rest, steps: rows.flat().map(stepOf) };
    }),
  );
}

/** Replaces the names in a value at any depth, and those in what they stand for. @param {any} value @param {any} names @returns {any} */
function filled(value, names) {
  if (Array.isArray(value)) return value.map((one) => filled(one, names));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filled(one, names)]));
  if (typeof value !== 'string') return value;
  const [, alone = ''] = /^\{(\w+)\}$/.exec(value) ?? [];
  if (alone in names) return filled(names[alone], names);
  return value.replaceAll(/\{(\w+)\}/g, (all, name) => (name in names ? filled(String(names[name]), names) : all));
}

/**
 * What a row of each kind does, by the key that names it.
 *
 * @type {Readonly<Record<string, (traveller: Traveller, row: any) => Promise<void>>>}
 */
export const steps = {
  /**
   * Follows a section of a page, word by word: writes its files, types its commands, and compares what they print with what the page
   * states. `only` are the files that are followed, `without` a language that is not. `replace`: what a reader replaces. `beside`: what is
   * typed first, and starts what runs meanwhile. `then`: what is typed next, while what the page starts runs.
   */
  async follow(traveller, { follow: [page, heading], only, without, replace = {}, beside = '', then = '', prints }) {
    for (const block of blocksBelow(page, heading)) {
      if (block.language === without || (only !== undefined && block.file?.startsWith(only) !== true)) continue;
      let { content } = block;
      for (const [from, to] of Object.entries(replace)) content = content.replaceAll(from, String(to));
      if (block.file !== undefined) traveller.write(block.file, content);
      else if (block.language === 'console') {
        for (const { typed, printed } of commandsOf({ ...block, content }))
          await type(traveller, beside + typed, printed);
      } else if (block.language === 'sh') await type(traveller, beside + content + then, prints ?? block.prints);
    }
  },

  /** Writes the program of a section into a file, and runs it. It prints what the page states. */
  async example(traveller, { example: [page, heading], command, prints }) {
    const program = blocksBelow(page, heading).find(({ language, file }) => language === 'ts' && file === undefined);
    if (program === undefined) throw new JourneyError(`${page} has no program below the heading "${heading}"`);
    traveller.write('example.ts', program.content);
    await type(traveller, command, prints ?? program.prints);
  },

  run: (traveller, { run: commands, prints }) => type(traveller, commands, prints),

  async fails(traveller, { fails: commands, prints }) {
    const { status, output } = await traveller.type(commands);
    if (status === 0) throw new JourneyError(`${commands}\nended with 0, but had to fail`);
    if (!output.includes(prints)) throw new JourneyError(`${commands}\nprinted\n${output}\nand not\n${prints}`);
  },

  write: async (traveller, { write: path, content }) => traveller.write(path, content),

  bring: async (traveller, { bring: source, to }) => traveller.write(to, readFileSync(join(root, source), 'utf8')),
};

/**
 * Types commands, which have to succeed.
 *
 * @param {Traveller} traveller @param {string} commands
 * @param {string} [prints] the output, with `…` for what differs from run to run
 */
export async function type(traveller, commands, prints) {
  const { status, output } = await traveller.type(commands);
  if (status !== 0) throw new JourneyError(`${commands.trimEnd()}\nended with ${status}:\n${output}`);
  if (prints === undefined || pattern(prints).test(output === '' || output.endsWith('\n') ? output : `${output}\n`))
    return;
  throw new JourneyError(`${commands.trimEnd()}\nprinted\n${output}\nand not\n${prints}`);
}
