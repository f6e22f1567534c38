/** The status of a container in words, such as `Up 5 minutes (healthy)` or `Exited (0) 2 hours ago`. */
import type { StateRecord } from '../../state/container-record.js';

/** @param now in milliseconds since 1970 */
export function statusText({ status, exitCode, started, finished, health }: StateRecord, now: number): string {
  switch (status) {
    case 'running': {
      const suffix =
        health === undefined ? '' : ` (${health.status === 'starting' ? 'health: starting' : health.status})`;
      return `Up ${durationText(now - started)}${suffix}`;
    }
    case 'paused':
      return `Up ${durationText(now - started)} (Paused)`;
    case 'restarting':
      return `Restarting (${exitCode}) ${durationText(now - finished)} ago`;
    case 'exited':
      return `Exited (${exitCode}) ${durationText(now - finished)} ago`;
    case 'removing':
      return 'Removal In Progress';
    case 'dead':
      return 'Dead';
    case 'created':
      return 'Created';
  }
}

/** Formats a duration in the words of engines. @param milliseconds the duration */
function durationText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds < 1) return 'Less than a second';
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return minutes === 1 ? 'About a minute' : `${minutes} minutes`;
  const hours = Math.round(seconds / 3600);
  if (hours < 48) return hours === 1 ? 'About an hour' : `${hours} hours`;
  const days = Math.floor(hours / 24);
  if (days < 14) return `${days} days`;
  if (days < 60) return `${Math.floor(days / 7)} weeks`;
  return days < 730 ? `${Math.floor(days / 30)} months` : `${Math.floor(days / 365)} years`;
}
