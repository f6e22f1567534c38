/** Clients of two versions call a server of the newer one. */
import assert from 'node:assert/strict';
import { createClient as createOlder } from '@acme/client-v1.0';
import { createClient } from '@acme/client-v1.1';
import { contract } from '@acme/contract-v1.0';
import { olderClients } from '@acme/conversion-v1.1';
import { createServer } from '@acme/server-v1.1';

const tickets = [];
const handlers = {
  ticket: {
    create({ body }) {
      const ticket = { number: tickets.length + 1, queue: body.queue, status: 'waiting' };
      tickets.push(ticket);
      return ticket;
    },
  },
};
const serves = [{ contract, conversion: typeof olderClients === 'function' ? olderClients() : olderClients }];
const server = createServer(handlers, { serves, version: { header: 'api-version' } });
const { address } = await server.listen({ port: 0 });
for (const [version, create] of Object.entries({ '1.0': createOlder, 1.1: createClient })) {
  const client = create({ baseUrl: address, headers: { 'api-version': version } });
  const { queue } = await client.ticket.create({ body: { queue: `of-${version}` } });
  assert.equal(queue, `of-${version}`);
}
await server.close();
console.log('2 versions');
