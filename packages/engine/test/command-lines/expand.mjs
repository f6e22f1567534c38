/** The command lines of lines.yaml, one after the other, and the fixture that each of them starts with. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

const read = (name) => parse(readFileSync(new URL(name, import.meta.url), 'utf8'));

/** The time of the change of all files of the fixture, in milliseconds since 1970. */
export const fixtureTime = Date.UTC(2026, 0, 2, 3, 4, 5);

/** @returns {Record<string, string>} the contents of the files by their path below the working folder */
export const fixture = () => read('fixture.yaml');

/** The files outside of the working folder: those of a container that busybox lacks. */
export const systemFiles = () => read('system-files.yaml');

/** @returns {Record<string, string[]>} the command lines of each group */
export function commandLines() {
  const groups = Object.entries(read('lines.yaml')).map(([group, templates]) => [group, templates.flatMap(linesOf)]);
  return Object.fromEntries(groups);
}

function linesOf({ run, each = [''], on }) {
  return each.flatMap((option) =>
    (on ?? ['']).map((operand) =>
      run.replace('{}', () => option).replace(on === undefined ? /$^/ : '@', () => operand),
    ),
  );
}

/** Where the results of busybox are. */
export const recordingUrl = new URL('recordings/busybox.json', import.meta.url);
