/** The limits that hold unless others are given. */
import type { Limits } from './options.js';

const second = 1000;
const minute = 60 * second;

export const defaultLimits: Limits = {
  body: 16 * 1024 * 1024,
  depth: 100,
  values: 50_000,
  headers: 64 * 1024,
  url: 32 * 1024,
  firstByte: minute,
  wholeBody: 5 * minute,
  idle: 5 * minute,
  connections: 10_000,
  pipelined: 1024,
  pipelinedInAll: 4096,
  bodiesInAll: 256 * 1024 * 1024,
};
