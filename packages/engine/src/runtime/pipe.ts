/** The stream between two processes. */
import { Input } from '../streams/input.js';
import { BrokenPipe, type OutputSink } from './process-streams.js';

export class Pipe {
  readonly input = new Input();
  readonly sink: OutputSink = (data) => {
    if (this.input.isClosed) throw new BrokenPipe();
    this.input.write(Buffer.from(data as Uint8Array));
    // The reader gets its turn.
    return new Promise((resolve) => setImmediate(resolve));
  };
}
