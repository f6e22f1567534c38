/** A program with one call, to be bundled: one-call.mjs HOST. */
import { connect } from '@lading/client-v1.41';

async function main() {
  const engine = await connect({ host: process.argv[2] });
  if ((await engine.system.ping()) !== 'OK') throw new Error('the engine does not respond');
  await engine.close();
  console.log(`Node ${process.version}: one call, bundled`);
}

void main();
