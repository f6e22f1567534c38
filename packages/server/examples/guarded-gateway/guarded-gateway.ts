/** A gateway to an engine with authentication, a policy, metrics and logs. */
import type { EngineV144 } from '@lading/client';
import { createServerV144, Forbidden, type EngineServer } from '@lading/server';
import { fromClient } from '@lading/server/from-client';
import { logRequests, rateLimit, requestIds, type RequestLogger } from '@lading/server/hooks';
import { metrics } from '@lading/server/metrics';
import type { ContainerCreateCall } from '@lading/server-v1.44';

/** @param users the names of the users by their tokens */
export function guardedGateway(
  engine: EngineV144,
  users: ReadonlyMap<string, string>,
  log: RequestLogger,
): EngineServer {
  const { hooks, route } = metrics();
  return createServerV144(fromClient(engine), {
    authenticate: ({ headers }) => users.get(headers['authorization']?.replace('Bearer ', '') ?? ''),
    hooks: [
      requestIds(),
      hooks,
      logRequests(log, { fields: ({ identity }) => ({ user: identity }) }),
      rateLimit({ requests: 50, key: ({ identity }) => String(identity) }),
      {
        beforeBody: ({ operation }) => {
          if (!/^(Container|Image|Exec|System)/.test(operation)) throw new Forbidden(`${operation} is not allowed`);
        },
        operations: { ContainerCreate: { before: (call) => checkCreate(call as ContainerCreateCall) } },
      },
    ],
    routes: { 'GET /metrics': route },
    checkResponses: 'off', // the engine's responses are sent as they are
  });
}

function checkCreate({ body: { HostConfig } }: ContainerCreateCall): void {
  if (HostConfig?.Privileged) throw new Forbidden('no privileged containers');
  if (HostConfig?.Binds?.length || HostConfig?.Mounts?.length) throw new Forbidden('no folders of the host');
}
