/** Measures the reference engine, and a real one in turns with it. */
import { roundsOption, runMeasurement } from '../measurement.mjs';
import { engineFigures } from './figures.mjs';
import { send } from './requests.mjs';

await runMeasurement({
  command: '--expose-gc tools/bench/engine/bench.mjs',
  marker: 'engine',
  about: `Measures how fast the reference engine starts, lists and runs containers, its memory, many engines in one process, and whether
listeners get every event. With --real, a real engine is measured in turns with it.`,
  options: {
    real: ['SOCKET', 'the socket of a real engine (tools/conformance/engines/start.sh 26.1 prints one)'],
    image: ['NAME', 'an image of the real engine that has the program true (alpine:3.20)', 'alpine:3.20'],
    ...roundsOption(5),
    seconds: ['N', 'the duration of one (2)', '2'],
    engines: ['N', 'how many engines are started in one process (1000)', '1000'],
  },
  async measure(values, { load, progress }) {
    // Imports the built engine.
    const { measureEngine } = await import('./measure-engine.mjs');
    const [rounds, seconds, engines] = [values.rounds, values.seconds, values.engines].map(Number);
    const real = values.real === undefined ? undefined : { socket: values.real, image: values.image };
    const rows = await measureEngine({ rounds, seconds, engines, real, progress });
    const version = real && JSON.parse(await send(real.socket, '/version')).Version;
    return { figures: engineFigures(rows, { rounds, load, real: version }), json: rows };
  },
});
process.exit();
