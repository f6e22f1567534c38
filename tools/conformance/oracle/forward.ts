// Forwards every byte between two unix sockets: forward.js LISTEN ENGINE. A bridge that changes nothing shows the noise of the comparison.

import { connect, createServer } from 'node:net';

const [listen = '', engine = ''] = process.argv.slice(2);
createServer({ allowHalfOpen: true }, (client) => {
  const upstream = connect({ path: engine, allowHalfOpen: true });
  client.pipe(upstream).pipe(client);
  client.on('error', () => upstream.destroy());
  upstream.on('error', () => client.destroy());
  client.on('close', () => upstream.destroySoon());
  upstream.on('close', () => client.destroySoon());
}).listen(listen);
