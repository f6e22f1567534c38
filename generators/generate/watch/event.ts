/** An event of `--watch`, printed as a line of text or of JSON. */
import { sentence, type Problem } from '../../diagnostics/index.js';
import type { LintFinding } from '../../lint/index.js';
import { warningLines } from '../summary.js';

export interface WatchEvent {
  /** The API, if the configuration has several. */
  readonly api?: string;
  /** The inputs that were saved; none for the first run. */
  readonly changed: readonly string[];
  /** The written files, below the output folder. */
  readonly written: readonly string[];
  readonly removed: readonly string[];
  /** What the documents use and the generated packages do not support. */
  readonly warnings: readonly LintFinding[];
  readonly milliseconds: number;
  /** Why nothing was written. */
  readonly problem?: Problem;
}

export interface EventOptions {
  readonly json?: true;
  /** Print problems only. */
  readonly quiet?: true;
}

export function eventText(event: WatchEvent, { json, quiet }: EventOptions = {}): string {
  if (quiet === true && event.problem === undefined) return '';
  return json === true
    ? `${JSON.stringify(event)}\n`
    : `${[line(event), ...warningLines(event.warnings)].join('\n')}\n`;
}

function line({ api, changed, written, removed, milliseconds, problem }: WatchEvent): string {
  const of = api === undefined ? '' : `${api}: `;
  const before = `${of}${changed.length === 0 ? '' : `${listed(changed)} → `}`;
  if (problem !== undefined) return `${before}${sentence(problem)}`;
  const files = [...written, ...removed.map((path) => `${path} (removed)`)];
  const listedFiles = files.length === 0 ? 'no changes' : listed(files);
  return `${before}${listedFiles}, ${milliseconds} ms`;
}

/** Lists the first few paths, and counts the others. */
function listed(paths: readonly string[]): string {
  const shown = paths.slice(0, 3).join(', ');
  return paths.length > 3 ? `${shown} and ${paths.length - 3} more` : shown;
}
