/** Gives hostile and broken inputs to the packed generator. */
import { randomInt } from 'node:crypto';
import { heading, inFolder } from '@lading/run/commands';
import { markdownTable, right } from '@lading/run/markdown-table';
import { loadCases } from '../hostile/cases.mjs';
import { installPacked } from '../hostile/packed.mjs';
import { runBroken, runHostile } from '../hostile/run.mjs';
import { readme } from '../places.mjs';

const maxSeconds = 5;
const maxMegabytes = 500;

/** @type {import('@lading/run/commands').Command} */
export default {
  about: `Packs the generator, unpacks it into an empty folder, and gives it hostile documents, overlays and pairs, and broken inputs. The exit
code is 1 if one of them takes more than ${maxSeconds} CPU seconds or ${maxMegabytes} MB, or prints a stack.`,
  options: {
    seed: ['N', 'the seed of the broken inputs; by default a random one'],
    broken: ['N', 'their number', 2000],
  },
  page: readme,
  marker: 'hostile',
  run: ({ seed = randomInt(2 ** 31), broken }, { progress }) =>
    inFolder(async (folder) => {
      installPacked(folder);
      const { hostileCases, sampleOf, stackLine } = await loadCases(folder);
      /** @type {import('../hostile/run.mjs').HostileResult[]} */
      const results = [];
      for (const [name, caseOf] of hostileCases()) {
        const result = { name, ...runHostile(folder, caseOf()) };
        progress(`${result.seconds.toFixed(1)} s, ${result.megabytes.toFixed(0)} MB: ${name}`);
        results.push(result);
      }
      const stacks = await runBroken(folder, sampleOf(broken, seed), stackLine);
      const limited = results.filter((each) => !(each.seconds <= maxSeconds && each.megabytes <= maxMegabytes));
      const withStack = results.filter((each) => each.hasStack);
      const most = (/** @type {'seconds' | 'megabytes'} */ figure, all = results) =>
        [...all].sort((one, other) => other[figure] - one[figure])[0];
      const rows = ['generate', 'apply', 'diff'].map((command) => {
        const all = results.filter((each) => each.command === command);
        const count = (/** @type {typeof results} */ some) => some.filter((each) => all.includes(each)).length;
        const seconds = most('seconds', all)?.seconds.toFixed(1) ?? '';
        const megabytes = most('megabytes', all)?.megabytes.toFixed(0) ?? '';
        return [`\`${command}\``, all.length, seconds, megabytes, count(limited), count(withStack)];
      });
      const columns = ['command', ...right('kinds', 'most CPU s', 'most MB', 'beyond a limit', 'stacks')];
      const text = [
        heading(`seed ${seed}`),
        markdownTable(columns, rows),
        `The slowest: ${most('seconds')?.name}. The largest: ${most('megabytes')?.name}. Of ${broken} runs over broken inputs, ${stacks.length} printed a stack.`,
        ...[...limited, ...withStack].map(({ name }) => `- ${name}`),
        ...stacks.map((each) => `- ${each}`),
      ];
      return { text: text.join('\n\n'), failed: limited.length + withStack.length + stacks.length > 0 };
    }),
};
