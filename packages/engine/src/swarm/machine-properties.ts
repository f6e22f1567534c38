/** What an engine reports about itself as a node, unless a test says something else. */
import { arch, cpus, hostname, totalmem } from 'node:os';
import type { NodeProperties } from './cluster/node-record.js';

/** The version that the engine reports. */
export const engineVersion = '25.0.0-lading';

export function machineProperties(): NodeProperties {
  return {
    hostname: hostname(),
    os: 'linux',
    architecture: arch() === 'arm64' ? 'aarch64' : 'x86_64',
    nanoCpus: cpus().length * 1e9,
    memory: totalmem(),
    genericResources: {},
    engineVersion,
    engineLabels: {},
  };
}
