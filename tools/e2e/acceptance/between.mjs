/** `node between.mjs gateway|allow-list|from-client|forward ENGINE SOCKET VERSION`: starts a server between a client and an engine. */
import { connect as connectSocket, createServer } from 'node:net';
import { allowList } from '../../../packages/server/dist/examples/allow-list/allow-list.js';
import { containerCreate } from '../../../packages/server/dist/examples/allow-list/container-rules.js';
import { bodyRules, policyOf } from '../../../packages/server/dist/examples/allow-list/policy.js';
import { anything } from '../../../packages/server/dist/examples/allow-list/rules.js';
import { builderConnect } from '../../../packages/server/dist/examples/gateway/builder.js';
import { gateway } from '../../../packages/server/dist/examples/gateway/gateway.js';
import { connect } from '@lading/client';
import { createServerV141, createServerV144 } from '@lading/server';
import { fromClient } from '@lading/server/from-client';
import { contract } from '@lading/server-v1.44';

const [kind, engine, path, version] = process.argv.slice(2);

// In front of an engine that only supports 1.41, only 1.41 is served: command lines negotiate it.
const options = { version, ...(version === '1.41' && { serves: [] }) };
if (kind === 'forward') forward();
else console.log(`listening on ${(await (await serverOf()).listen({ path })).address}`);

/** Forwards every byte. */
function forward() {
  createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connectSocket({ path: engine.replace('unix://', ''), allowHalfOpen: true });
    client.pipe(upstream).pipe(client);
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
    client.on('close', () => upstream.destroySoon());
    upstream.on('close', () => client.destroySoon());
  }).listen(path, () => console.log(`listening on unix://${path}`));
}

/** @returns {Promise<import('@lading/server').EngineServer>} */
async function serverOf() {
  if (kind === 'gateway') return gateway(engine, options);
  if (kind === 'allow-list') return allowList(engine, tourPolicy(), options);
  const handlers = fromClient(await connect({ host: engine, version, env: {}, unsupported: 'send' }));
  const create = version === '1.41' ? createServerV141 : createServerV144;
  return create(handlers, { ...(version === '1.41' && { serves: [] }), checkRequests: 'types', checkResponses: 'off' });
}

/** A policy that allows all operations, with the bodies of the tour. */
function tourPolicy() {
  const operations = [...Object.keys(contract.operations), builderConnect.id];
  const others = Object.fromEntries(
    operations.filter((id) => !Object.hasOwn(bodyRules, id)).map((id) => [id, anything]),
  );
  return policyOf(operations, { ...bodyRules, ...others, ContainerCreate: tourContainer, NetworkCreate: anything });
}

/** Allows the one file of the host that the tour mounts, and an invalid bind that the engine must reject. */
function tourContainer(body, property) {
  const { HostConfig = {} } = body ?? {};
  const { Binds, Mounts, ...others } = HostConfig ?? {};
  const isTours = (source) => source === '/etc/debian_version' || source === 'relative/path';
  containerCreate(
    {
      ...body,
      HostConfig: {
        ...others,
        Binds: Binds?.filter((bind) => !isTours(bind.split(':')[0])),
        Mounts: Mounts?.filter(({ Source }) => !isTours(Source)),
      },
    },
    property,
  );
}
