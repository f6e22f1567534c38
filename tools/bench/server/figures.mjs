/** Formats the server's tables, with the machine and the settings of the measurement. */
import { cpus } from 'node:os';
import { serverMisses, serverTable, startTable } from './table.mjs';
import { peers } from '../places.mjs';

const frameworks = new Set(['express', 'express-openapi-validator', 'fastify']);

/**
 * @param {Awaited<ReturnType<import('./measure-server.mjs').measureServer>>} measured
 * @param {import('./measure-server.mjs').Settings} settings
 * @param {number} load the load of the machine at the start
 */
export function serverFigures(measured, { rounds, seconds, connections }, load) {
  const versions = peers.versions.filter(([name]) => frameworks.has(name));
  const missed = serverMisses(measured);
  return [
    `${new Date().toISOString().slice(0, 10)}. ${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), load ${load.toFixed(1)} at the start, Node ${process.versions.node}; median of ${rounds} rounds of ${seconds} s, ${connections} connections on a unix socket, \`NODE_ENV=production\`; ${versions.map((version) => version.join(' ')).join(', ')}.`,
    serverTable(measured.rows),
    startTable(measured.starts),
    missed.length === 0 ? 'Every target is met.' : `Missed targets: ${missed.join('; ')}.`,
  ].join('\n\n');
}
