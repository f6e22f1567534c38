/** Formats figures with their targets, and the sentences around a table. */
import { cpus } from 'node:os';

/** The processor of this machine. */
export const processor = `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'})`;

/** The head of a table. @param {number} load of the machine at the start @param {string} rest */
export const machine = (load, rest) =>
  `${new Date().toISOString().slice(0, 10)}. ${processor}, load ${load.toFixed(1)} at the start, Node ${process.versions.node}; ${rest}.`;

/** The sentence below a table. @param {readonly string[]} missed */
export const targetsMet = (missed) =>
  missed.length === 0 ? 'Every target is met.' : `Missed targets: ${missed.join('; ')}.`;

/** Formats a figure with its target. @param {number} value @param {number | undefined} target the maximum @param {(value: number) => string} show */
export function withTarget(value, target, show) {
  if (target === undefined) return show(value);
  return `${show(value)} (${value <= target ? '≤' : 'MISSES'} ${show(target)})`;
}

/** @param {number} value */
export const seconds = (value) => value.toFixed(2);
/** @param {number} value */
export const megabytes = (value) => `${Math.round(value)}`;
/** @param {number} value */
export const whole = (value) => Math.round(value).toLocaleString('en-US');
/** @param {number} value */
export const percent = (value) => `${Math.round(value)} %`;
/** A figure of any size, with as many digits as it needs. @param {number | undefined} value */
export function brief(value) {
  if (value === undefined || Number.isNaN(value)) return '';
  return value >= 100 ? whole(value) : value.toFixed(value < 10 ? 2 : 1);
}
