/** Masks output that differs between runs: ids, times, addresses. */
import type { ProgramResult } from '../tree-program.js';
import type { TourStep } from './step.js';

/** The masks, in order: longer patterns first. */
const masks: readonly (readonly [RegExp, string])[] = [
  [/\x1b\[[\d;?]*[a-zA-Z]/g, ''],
  [/\r/g, ''],
  [/sha256:[0-9a-f]{64}/g, '<digest>'],
  [/\b[0-9a-f]{64}\b/g, '<id>'],
  [/\b[0-9a-f]{40}\b/g, '<id>'],
  [/\bSWMTKN-1-[a-z0-9-]+/g, '<token>'],
  [/\b[a-z0-9]{25}\b/g, '<id>'],
  [/\b[0-9a-f]{12}\b/g, '<id>'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g, '<time>'],
  [/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)? [+-]\d{4} \w+/g, '<time>'],
  [/(Less than a second|About an? (minute|hour)|\d+ (second|minute|hour)s?)( ago)?/g, '<duration>'],
  [/\b([0-9a-f]{2}:){5}[0-9a-f]{2}\b/g, '<mac>'],
  [/127\.0\.0\.1:\d+->/g, '<address>->'],
  [/\b172\.\d+\.\d+\.\d+\b/g, '<address>'],
  [/\/tmp\/lading-tour-[^/\s'"]+/g, '<folder>'],
  [/unix:\/\/\S+\.sock/g, '<host>'],
  [/[ \t]+/g, ' '],
  [/-{3,}/g, '---'],
  [/ +$/gm, ''],
];

export function normalized({ code, stdout, stderr }: ProgramResult, step: TourStep): ProgramResult {
  return { code, stdout: normalizedText(stdout, step), stderr: normalizedText(stderr, step) };
}

function normalizedText(text: string, step: TourStep): string {
  let result = text;
  for (const [pattern, replacement] of [...(step.masks ?? []), ...masks]) result = result.replace(pattern, replacement);
  result = withSortedKeys(result);
  if (step.isSorted !== true) return result;
  // BuildKit may print a line several times before it prints it with ` done`.
  const lines = result.split('\n').map((line) => line.replace(/ done$/, ''));
  return [...new Set(lines)].filter(Boolean).sort().join('\n');
}

/** Sorts the properties of JSON, whose order is not significant. */
function withSortedKeys(text: string): string {
  if (!/^[[{]/.test(text)) return text;
  try {
    return JSON.stringify(sorted(JSON.parse(text)), undefined, 1);
  } catch {
    return text;
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  );
}
