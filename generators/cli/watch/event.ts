/** What happened while watching, as a line for people and as a line of JSON for machines. */
import { sentence, type Problem } from '../../diagnostics/index.js';

export interface WatchEvent {
  /** The inputs that were saved; none at the start. */
  readonly changed: readonly string[];
  /** Below the output folder. */
  readonly written: readonly string[];
  readonly removed: readonly string[];
  /** Whether the `paths` modules are still those of before: they follow when nothing is saved for a moment. */
  readonly pathsFollow: boolean;
  readonly milliseconds: number;
  /** Why nothing was written. */
  readonly problem?: Problem;
}

export interface EventOptions {
  readonly json?: true;
  /** Only problems. */
  readonly quiet?: true;
}

export function eventText(event: WatchEvent, { json, quiet }: EventOptions = {}): string {
  if (quiet === true && event.problem === undefined) return '';
  return json === true ? `${JSON.stringify(event)}\n` : `${line(event)}\n`;
}

function line({ changed, written, removed, pathsFollow, milliseconds, problem }: WatchEvent): string {
  const before = changed.length === 0 ? '' : `${listed(changed)} → `;
  if (problem !== undefined) return `${before}${sentence(problem)}`;
  const files = [...written, ...removed.map((path) => `${path} (removed)`)];
  const made = files.length === 0 ? 'nothing differs' : listed(files);
  return `${before}${made}, ${milliseconds} ms${pathsFollow ? '; paths follow' : ''}`;
}

/** The first few by name. */
function listed(paths: readonly string[]): string {
  const shown = paths.slice(0, 3).join(', ');
  return paths.length > 3 ? `${shown} and ${paths.length - 3} more` : shown;
}
