/** The reference engine, and a real one in turns with it. */
import { setFlagsFromString } from 'node:v8';
import { send } from '../engine/requests.mjs';
import { comparison } from '../report/comparison.mjs';

export default comparison({
  about: `Measures how fast the reference engine starts, lists and runs containers, its memory, many engines in one process, and whether
listeners get every event. With --real, a real engine is measured in turns with it.`,
  options: {
    real: ['SOCKET', 'the socket of a real engine (tools/conformance/engines/start.sh 26.1 prints one)'],
    image: ['NAME', 'an image of the real engine that has the program true', 'alpine:3.20'],
    rounds: ['N', 'how often each measurement is run', 5, 1],
    seconds: ['N', 'the duration of one', 2, 1],
    engines: ['N', 'how many engines are started in one process', 1000, 1],
  },
  marker: 'engine',
  titles: { lading: 'Lading', real: 'Real engine' },
  async measure({ real: socket, image, ...settings }, progress) {
    setFlagsFromString('--expose-gc');
    // Imports the built engine.
    const { measureEngine } = await import('../engine/measure-engine.mjs');
    const rows = await measureEngine({ ...settings, real: socket && { socket, image }, progress });
    const version = socket && JSON.parse(await send(socket, '/version')).Version;
    const engine = version === undefined ? 'no real engine was given' : `the real engine is ${version}`;
    return { rows, head: `median of ${settings.rounds} rounds; ${engine}` };
  },
});
