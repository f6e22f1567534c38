/** Measures the client compared with undici, node:http and dockerode. */
import { runMeasurement } from '../measurement.mjs';
import { peers } from '../places.mjs';
import { clientFigures } from './figures.mjs';
import { measureClient } from './measure-client.mjs';
import { settingsOf } from './settings.mjs';
import { misses } from './table.mjs';

await runMeasurement({
  command: 'tools/bench/client/bench.mjs',
  marker: 'client',
  about: 'Measures the client compared with undici, node:http and dockerode.',
  options: { quick: ['', 'fewer and shorter runs'] },
  async measure({ quick }, { load, progress }) {
    peers.install();
    const settings = settingsOf(Boolean(quick), progress);
    const rows = await measureClient(settings);
    return { figures: clientFigures(rows, settings, load), json: { rows, missed: misses(rows) } };
  },
});
