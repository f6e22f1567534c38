/** Writes durations as engines do: `1m30s`, `1.5s`, `500ms`, `0s`. */

/** @param nanoseconds 0, or at least a millisecond */
export function durationText(nanoseconds: number): string {
  if (nanoseconds > 0 && nanoseconds < 1e9) return `${nanoseconds / 1e6}ms`;
  const [hours, minutes] = [Math.floor(nanoseconds / 3600e9), Math.floor(nanoseconds / 60e9) % 60];
  const parts = [...(hours > 0 ? [`${hours}h`] : []), ...(hours > 0 || minutes > 0 ? [`${minutes}m`] : [])];
  return `${parts.join('')}${(nanoseconds % 60e9) / 1e9}s`;
}
