/** Prints the difference between two versions of a file as a patch. */
import { createTwoFilesPatch, formatPatch } from 'diff';

/** The search for the smallest patch takes time with the square of the changed lines. */
const maxEditLength = 1000;

/** Returns a patch, the smallest one unless very many lines differ: then it replaces everything between the first and the last of them. */
export function patchOf(path: string, before: string, after: string): string {
  return createTwoFilesPatch(path, path, before, after, '', '', { maxEditLength }) ?? wholePatch(path, before, after);
}

function wholePatch(path: string, before: string, after: string): string {
  const [old, current] = [linesOf(before), linesOf(after)];
  const shortest = Math.min(old.length, current.length);
  let first = 0;
  while (first < shortest && old[first] === current[first]) first += 1;
  let last = 0;
  while (last < shortest - first && old.at(-1 - last) === current.at(-1 - last)) last += 1;
  const removed = old.slice(first, old.length - last);
  const added = current.slice(first, current.length - last);
  const hunk = {
    oldStart: first + 1,
    oldLines: removed.length,
    newStart: first + 1,
    newLines: added.length,
    lines: [...removed.flatMap((line) => marked('-', line)), ...added.flatMap((line) => marked('+', line))],
  };
  return formatPatch({
    oldFileName: path,
    newFileName: path,
    oldHeader: '',
    newHeader: '',
    hunks: [hunk],
  } as Parameters<typeof formatPatch>[0]);
}

/** Returns the lines with their ends. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function marked(mark: '+' | '-', line: string): readonly string[] {
  return line.endsWith('\n') ? [mark + line.slice(0, -1)] : [mark + line, '\\ No newline at end of file'];
}
