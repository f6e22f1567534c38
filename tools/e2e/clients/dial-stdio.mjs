/** A replacement for `docker system dial-stdio` on the ssh server: connects its standard streams to the engine's socket. */
import { connect } from 'node:net';

const words = process.env.SSH_ORIGINAL_COMMAND ?? '';
if (words !== 'docker system dial-stdio') {
  console.error(`only docker system dial-stdio is allowed, not ${words}`);
  process.exit(9);
}
const engine = connect({ path: process.argv[2] ?? '', allowHalfOpen: true });
engine.on('error', ({ message }) => {
  console.error(message);
  process.exit(1);
});
process.stdin.pipe(engine).pipe(process.stdout);
