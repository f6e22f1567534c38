/** Progress of pulls and pushes, as engines describe it. */

export interface ProgressMessage {
  readonly status: string;
  readonly progressDetail: { readonly current: number; readonly total: number };
  /** A bar of the width of a terminal. */
  readonly progress: string;
  readonly id: string;
}

export function progressOf(status: string, id: string, current: number, total: number): ProgressMessage {
  const width = total === 0 ? 50 : Math.floor((Math.min(current, total) / total) * 50);
  const bar = `[${`${'='.repeat(width)}>`.slice(0, 50).padEnd(50)}]`;
  return {
    status,
    progressDetail: { current, total },
    progress: `${bar}  ${sizeText(current)}/${sizeText(total)}`,
    id,
  };
}

function sizeText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB'];
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${Number((bytes / 1000 ** power).toPrecision(4))}${units[power]}`;
}
