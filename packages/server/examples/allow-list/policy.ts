/** What is let through: operations that are on a list, with bodies of which every property is on a list too. */
import { Forbidden, type Call } from '@lading/server';
import { containerCreate, containerUpdate, endpoint } from './container-rules.js';
import { anything, oneOf, only, unset, type Rule } from './rules.js';

/** By id. All others are refused. */
const allowedOperations: readonly string[] = [
  'SystemPing',
  'SystemPingHead',
  'SystemVersion',
  'SystemInfo',
  'SystemEvents',
  'ImageList',
  'ContainerList',
  'ContainerInspect',
  'ContainerLogs',
  'ContainerCreate',
  'ContainerStart',
  'ContainerStop',
  'ContainerWait',
  'ContainerDelete',
];

/**
 * What JSON bodies may say, by operation, whether or not that is allowed above. An operation without a rule is refused
 * when it has a body.
 */
export const bodyRules: Readonly<Record<string, Rule>> = {
  ContainerCreate: containerCreate,
  ContainerUpdate: containerUpdate,
  ContainerExec: only({
    AttachStdin: anything,
    AttachStdout: anything,
    AttachStderr: anything,
    Detach: anything,
    DetachKeys: anything,
    Tty: anything,
    Env: anything,
    Cmd: anything,
    User: anything,
    WorkingDir: anything,
    ConsoleSize: anything,
    Privileged: unset,
  }),
  ExecStart: only({ Detach: anything, Tty: anything, ConsoleSize: anything }),
  VolumeCreate: only({
    Name: anything,
    Driver: oneOf('local'),
    DriverOpts: unset,
    Labels: anything,
    ClusterVolumeSpec: unset,
  }),
  NetworkCreate: only({
    Name: anything,
    CheckDuplicate: anything,
    Driver: oneOf('bridge'),
    Scope: unset,
    Internal: anything,
    Attachable: anything,
    Ingress: unset,
    ConfigOnly: unset,
    ConfigFrom: unset,
    IPAM: only({ Driver: oneOf('default'), Options: unset, Config: anything }),
    EnableIPv6: anything,
    Options: unset,
    Labels: anything,
  }),
  NetworkConnect: only({ Container: anything, EndpointConfig: endpoint }),
  NetworkDisconnect: only({ Container: anything, Force: anything }),
};

/** For `hooks.before`: throws what is refused. Bodies of bytes are streams, which a rule of their operation may look at. */
export function policyOf(
  operations: Iterable<string> = allowedOperations,
  rules: Readonly<Record<string, Rule>> = bodyRules,
): (call: Call) => void {
  const allowed = new Set(operations);
  return (call) => {
    if (!allowed.has(call.operation)) throw new Forbidden(`${call.operation} is not on the list`);
    check(call, rules);
  };
}

/** Of an operation that is allowed, whether its body is. */
function check({ operation, body }: Call, rules: Readonly<Record<string, Rule>> = bodyRules): void {
  if (body === undefined) return;
  const rule = Object.hasOwn(rules, operation) ? rules[operation] : undefined;
  if (rule === undefined) throw new Forbidden(`a body of ${operation} is not allowed`);
  rule(body, '');
}

export const policy = policyOf();
