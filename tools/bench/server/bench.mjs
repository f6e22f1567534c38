/** Measures the server compared with Fastify, Express and node:http. */
import { runMeasurement } from '../measurement.mjs';
import { peers } from '../places.mjs';
import { serverFigures } from './figures.mjs';
import { measureServer } from './measure-server.mjs';
import { settingsOf } from './settings.mjs';
import { serverMisses } from './table.mjs';

await runMeasurement({
  command: 'tools/bench/server/bench.mjs',
  marker: 'server',
  about: 'Measures the server compared with Fastify, Express and node:http.',
  options: { quick: ['', 'fewer and shorter runs'] },
  async measure({ quick }, { load, progress }) {
    peers.install();
    const settings = settingsOf(Boolean(quick), progress);
    const measured = await measureServer(settings);
    return { figures: serverFigures(measured, settings, load), json: { ...measured, missed: serverMisses(measured) } };
  },
});
