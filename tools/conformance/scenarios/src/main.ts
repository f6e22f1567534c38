/** `lading-scenarios`: tells the stories to a server and says which of them it does not live up to. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { addressOf } from './address.js';
import { knownOf, readKnown, type KnownFailure } from './known.js';
import { enterSwarm, image, leaveSwarm, makeImage, rangeOf } from './prepare.js';
import { describe, summaryOf, type Verdict } from './report.js';
import { storiesIn } from './stories.js';
import type { Need, Story } from './story.js';
import { tell } from './tell.js';

const spec = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', '..', 'spec', 'scenarios');

interface Options {
  readonly host: string;
  readonly api: readonly string[];
  readonly stories: string;
  readonly known?: string;
  readonly without: readonly Need[];
  readonly busybox?: string;
  readonly json?: true;
}

const command = new Command('lading-scenarios')
  .description('Runs the conformance scenarios of the specification against a server.')
  .argument('[story...]', 'names or beginnings of names: container/ swarm/init', [])
  .requiredOption('--host <address>', 'unix:///path or tcp://host:port')
  .option('--api <version...>', 'versions to speak (default: 1.41 and 1.44, as far as they are served)', [])
  .option('--stories <folder>', 'the folder of stories', spec)
  .option('--known <target>', 'known failures: a name in known-failures/, or a file')
  .option('--without <need...>', 'leave out stories that need: swarm, registry, index, real …', [])
  .option('--busybox <file>', 'a program without libraries for the image, where the server has no such image yet')
  .option('--json', 'one JSON object for all')
  .addHelpText(
    'after',
    `
Examples:
  lading-scenarios --host unix:///var/run/docker.sock
  lading-scenarios --host tcp://127.0.0.1:2375 --api 1.41 container/
  lading-scenarios --host unix:///run/mine.sock --without real swarm --json`,
  );

const exit = { fine: 0, failed: 1, unable: 2 };

async function run(names: readonly string[], options: Options): Promise<number> {
  const address = addressOf(options.host);
  const stories = storiesIn(options.stories).filter(
    ({ name }) => names.length === 0 || names.some((one) => name.startsWith(one)),
  );
  const known = knownFailures(options);
  await makeImage(address, options.busybox);
  const verdicts: Verdict[] = [];
  const note = (verdict: Verdict) => {
    verdicts.push(verdict);
    if (options.json !== true) process.stdout.write(describe(verdict));
  };
  const place = { address, known: new Map<string, unknown>([['image', image]]) };
  for (const version of options.api.length > 0 ? options.api : await served(options)) {
    for (const story of stories.filter(({ versions }) => versions?.includes(version) !== false)) {
      const missing = story.needs.find((need) => options.without.includes(need));
      const base = { story: story.name, title: story.story, version };
      const reason = knownOf(known, story.name, version)?.reason;
      if (missing !== undefined) {
        note({ ...base, outcome: 'skipped', reason: `needs ${missing}` });
        continue;
      }
      await arrange(story, options);
      const failure = await tell(story, { ...place, version });
      if (failure === undefined)
        note({
          ...base,
          outcome: reason === undefined ? 'passed' : 'unexpected pass',
          ...(reason !== undefined && { reason }),
        });
      else
        note({
          ...base,
          outcome: reason === undefined ? 'failed' : 'known failure',
          failure,
          ...(reason !== undefined && { reason }),
        });
    }
  }
  await arrange({ needs: ['no-swarm'] }, options);
  if (options.json === true) process.stdout.write(`${JSON.stringify(verdicts, undefined, 2)}\n`);
  else process.stdout.write(summaryOf(verdicts));
  return verdicts.some(({ outcome }) => outcome === 'failed' || outcome === 'unexpected pass')
    ? exit.failed
    : exit.fine;
}

let inSwarm: boolean | undefined;
async function arrange({ needs }: Pick<Story, 'needs'>, { host, without }: Options): Promise<void> {
  const wanted = needs.includes('swarm') ? true : needs.includes('no-swarm') ? false : undefined;
  if (wanted === undefined || without.includes('swarm') || wanted === inSwarm) return;
  await (wanted ? enterSwarm : leaveSwarm)(addressOf(host));
  // A story of one that is in no swarm may well enter one.
  inSwarm = wanted ? true : undefined;
}

async function served({ host }: Options): Promise<readonly string[]> {
  const { lowest, highest } = await rangeOf(addressOf(host));
  const number = (version: string) => Number(version.split('.')[1]);
  return ['1.41', '1.44'].filter((one) => number(one) >= number(lowest) && number(one) <= number(highest));
}

function knownFailures({ known, stories }: Options): readonly KnownFailure[] {
  if (known === undefined) return [];
  const named = join(stories, 'known-failures', `${known}.yaml`);
  const file = existsSync(named) ? named : known;
  return readKnown(readFileSync(file, 'utf8'), file);
}

command.action(async (names: readonly string[]) => {
  try {
    process.exitCode = await run(names, command.opts<Options>());
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = exit.unable;
  }
});
await command.parseAsync();
