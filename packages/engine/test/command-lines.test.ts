/** The shell and the commands of containers print what busybox prints, except for the differences that are listed. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { commandLines, recordingUrl } from './command-lines/expand.mjs';
import { runLine, type LineResult } from './command-lines/run-line.js';

const { results } = JSON.parse(readFileSync(recordingUrl, 'utf8')) as { readonly results: Record<string, LineResult> };
const differences = parse(readFileSync(new URL('command-lines/differences.yaml', import.meta.url), 'utf8')) as Readonly<
  Record<'missing' | 'refused' | 'different' | 'message', readonly string[]>
>;

type Outcome = keyof typeof differences | 'equal';

/** What a line does instead of printing the same as busybox. */
function outcomeOf([code, stdout, stderr]: LineResult, [wantedCode, wantedStdout, wantedStderr]: LineResult): Outcome {
  const isUsage = wantedStderr.startsWith('BusyBox v') && stderr.includes('usage:');
  if (code === wantedCode && stdout === wantedStdout) return stderr === wantedStderr || isUsage ? 'equal' : 'message';
  if (/: not found$|can't execute/.test(stderr)) return 'missing';
  return /invalid option|unrecognized option|unsupported/.test(stderr) ? 'refused' : 'different';
}

it('runs each command line as busybox does', { timeout: 60_000 }, async () => {
  const lines = Object.values(commandLines()).flat();
  expect(Object.keys(results).length).toBe(new Set(lines).size);
  const found: Record<string, string> = {};
  for (const line of new Set(lines)) {
    const result = await runLine(line);
    const outcome = outcomeOf(result, results[line] ?? [0, '', '']);
    if (outcome !== 'equal') found[line] = outcome;
  }
  const listed = Object.entries(differences).flatMap(([kind, all]) =>
    all.map((line): [string, string] => [line, kind]),
  );
  expect(found).toEqual(Object.fromEntries(listed));
});
