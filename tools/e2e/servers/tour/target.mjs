/** `node target.mjs gateway|allow-list ENGINE SOCKET VERSION`: what stands between the command line and the engine. */
import { allowList } from '../../../../packages/server/dist/examples/allow-list/allow-list.js';
import { containerCreate } from '../../../../packages/server/dist/examples/allow-list/container-rules.js';
import { bodyRules, policyOf } from '../../../../packages/server/dist/examples/allow-list/policy.js';
import { anything } from '../../../../packages/server/dist/examples/allow-list/rules.js';
import { builderConnect } from '../../../../packages/server/dist/examples/gateway/builder.js';
import { gateway } from '../../../../packages/server/dist/examples/gateway/gateway.js';
import { contract } from '@lading/server-v1.44';

const [kind, engine, path, version] = process.argv.slice(2);

// An engine that knows 1.41 alone is shown as that: command lines negotiate down to it.
const options = { version, ...(version === '1.41' && { serves: [] }) };
const server = kind === 'gateway' ? gateway(engine, options) : allowList(engine, tourPolicy(), options);
console.log(`listening on ${(await server.listen({ path })).address}`);

/** All operations, with bodies of which the tour's own are the widest. */
function tourPolicy() {
  const operations = [...Object.keys(contract.operations), builderConnect.id];
  const others = Object.fromEntries(
    operations.filter((id) => !Object.hasOwn(bodyRules, id)).map((id) => [id, anything]),
  );
  return policyOf(operations, { ...bodyRules, ...others, ContainerCreate: tourContainer, NetworkCreate: anything });
}

/** The one file of the host that the tour mounts, and a mistake that the engine is to find, are no matter for the list. */
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
