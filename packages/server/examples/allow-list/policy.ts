/** The policy of the allow-list: which operations are allowed, and which properties their bodies may have. */
import { Forbidden, type Call } from '@lading/server';
import { containerCreate, containerUpdate, endpoint } from './container-rules.js';
import { anything, oneOf, only, unset, type Rule } from './rules.js';

/** The ids of the allowed operations. All others are rejected. */
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
 * The rules for JSON bodies by operation, including operations that are not allowed above. A body of an operation
 * without a rule is rejected.
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

/** Returns a function for `hooks.before` that throws if a call is not allowed. Rules receive a binary body as a stream. */
export function policyOf(
  operations: Iterable<string> = allowedOperations,
  rules: Readonly<Record<string, Rule>> = bodyRules,
): (call: Call) => void {
  const allowed = new Set(operations);
  return (call) => {
    if (!allowed.has(call.operation)) throw new Forbidden(`${call.operation} is not on the list`);
    checkBody(call, rules);
  };
}

/** Checks the body of an allowed operation. */
function checkBody({ operation, body }: Call, rules: Readonly<Record<string, Rule>> = bodyRules): void {
  if (body === undefined) return;
  const rule = Object.hasOwn(rules, operation) ? rules[operation] : undefined;
  if (rule === undefined) throw new Forbidden(`a body of ${operation} is not allowed`);
  rule(body, '');
}

export const policy = policyOf();
