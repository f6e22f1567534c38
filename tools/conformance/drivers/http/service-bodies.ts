// The bodies of service creation. Together they set most properties of a service.

import { image } from '../scene.js';

type ServiceBody = Readonly<Record<string, unknown>>;

const second = 1_000_000_000;

/** The ids of the objects that services refer to. */
export interface ServiceDependencies {
  readonly network: string;
  readonly secret: string;
  readonly config: string;
}

const task = (container: ServiceBody = {}, rest: ServiceBody = {}): ServiceBody => ({
  ContainerSpec: { Image: image, Command: ['sleep'], Args: ['600'], ...container },
  ...rest,
});

/** The bodies of `POST /services/create`, by service name. The swarm driver created the objects that they refer to. */
export function serviceBodies({ network, secret, config }: ServiceDependencies): Readonly<Record<string, ServiceBody>> {
  return {
    small: { TaskTemplate: task() },
    replicated: {
      Labels: { a: 'b' },
      Mode: { Replicated: { Replicas: 2 } },
      TaskTemplate: task(
        {
          Env: ['A=1'],
          Labels: { c: 'd' },
          Dir: '/tmp',
          User: 'user',
          Groups: ['1000'],
          Hostname: 'h-{{.Task.Slot}}',
          TTY: true,
          OpenStdin: true,
          ReadOnly: true,
          StopSignal: 'SIGTERM',
          StopGracePeriod: second,
          Init: true,
        },
        {
          Resources: {
            Limits: { NanoCPUs: 500_000_000, MemoryBytes: 64 << 20, Pids: 50 },
            Reservations: { NanoCPUs: 10_000_000, MemoryBytes: 1 << 20 },
          },
          RestartPolicy: { Condition: 'on-failure', Delay: second, MaxAttempts: 3, Window: 10 * second },
          Placement: {
            Constraints: ['node.role==manager'],
            Preferences: [{ Spread: { SpreadDescriptor: 'node.labels.zone' } }],
            MaxReplicas: 4,
            Platforms: [{ Architecture: 'amd64', OS: 'linux' }],
          },
          LogDriver: { Name: 'json-file', Options: { 'max-size': '1m' } },
          ForceUpdate: 1,
          Runtime: 'container',
        },
      ),
      UpdateConfig: {
        Parallelism: 1,
        Delay: second,
        FailureAction: 'rollback',
        Monitor: second,
        MaxFailureRatio: 0.1,
        Order: 'start-first',
      },
      RollbackConfig: {
        Parallelism: 1,
        Delay: second,
        FailureAction: 'pause',
        Monitor: second,
        MaxFailureRatio: 0,
        Order: 'stop-first',
      },
      EndpointSpec: {
        Mode: 'vip',
        Ports: [{ Name: 'web', Protocol: 'tcp', TargetPort: 80, PublishedPort: 18081, PublishMode: 'ingress' }],
      },
    },
    global: {
      Mode: { Global: {} },
      TaskTemplate: task(),
      EndpointSpec: {
        Mode: 'dnsrr',
        Ports: [{ Protocol: 'udp', TargetPort: 53, PublishedPort: 18053, PublishMode: 'host' }],
      },
    },
    job: {
      Mode: { ReplicatedJob: { MaxConcurrent: 1, TotalCompletions: 2 } },
      TaskTemplate: task({ Command: ['true'], Args: [] }, { RestartPolicy: { Condition: 'none' } }),
    },
    globalJob: {
      Mode: { GlobalJob: {} },
      TaskTemplate: task({ Command: ['true'], Args: [] }, { RestartPolicy: { Condition: 'none' } }),
    },
    healthy: {
      TaskTemplate: task({
        Healthcheck: {
          Test: ['CMD', 'true'],
          Interval: second,
          Timeout: second,
          Retries: 3,
          StartPeriod: second,
          StartInterval: second,
        },
      }),
    },
    mounted: {
      TaskTemplate: task({
        Mounts: [
          { Type: 'tmpfs', Target: '/mem', TmpfsOptions: { SizeBytes: 1 << 20 } },
          {
            Type: 'volume',
            Source: 'svc',
            Target: '/vol',
            VolumeOptions: { Labels: { a: 'b' }, DriverConfig: { Name: 'local' } },
          },
          { Type: 'bind', Source: '/tmp', Target: '/bound', ReadOnly: true },
        ],
        Secrets: [
          { SecretID: secret, SecretName: 'secret', File: { Name: 'secret.txt', UID: '0', GID: '0', Mode: 0o400 } },
        ],
        Configs: [
          { ConfigID: config, ConfigName: 'config', File: { Name: '/config.txt', UID: '0', GID: '0', Mode: 0o444 } },
        ],
      }),
    },
    networked: {
      TaskTemplate: task(
        {
          Hosts: ['192.0.2.2 other'],
          DNSConfig: { Nameservers: ['192.0.2.1'], Search: ['example.com'], Options: ['ndots:1'] },
        },
        { Networks: [{ Target: network, Aliases: ['alias'], DriverOpts: { a: 'b' } }] },
      ),
      EndpointSpec: { Mode: 'vip' },
    },
    old: { TaskTemplate: task(), Networks: [{ Target: network }] },
    careful: {
      TaskTemplate: task({
        Privileges: {
          NoNewPrivileges: true,
          Seccomp: { Mode: 'unconfined' },
          AppArmor: { Mode: 'disabled' },
          SELinuxContext: { Disable: true, User: 'u', Role: 'r', Type: 't', Level: 'l' },
        },
        Isolation: 'default',
        Sysctls: { 'net.ipv4.ip_forward': '1' },
        CapabilityAdd: ['NET_ADMIN'],
        CapabilityDrop: ['MKNOD'],
        Ulimits: [{ Name: 'nofile', Soft: 100, Hard: 200 }],
      }),
    },
    failing: {
      TaskTemplate: task(
        { Command: ['false'], Args: [] },
        { RestartPolicy: { Condition: 'on-failure', MaxAttempts: 1 } },
      ),
    },
    nowhere: { TaskTemplate: task({}, { Placement: { Constraints: ['node.labels.none==1'] } }) },
    missing: { TaskTemplate: task({ Image: 'localhost:5000/none:1' }) },
    reserving: {
      TaskTemplate: task(
        {},
        {
          Resources: {
            Reservations: {
              GenericResources: [
                { DiscreteResourceSpec: { Kind: 'gpu', Value: 1 } },
                { NamedResourceSpec: { Kind: 'gpu', Value: 'uuid' } },
              ],
            },
          },
        },
      ),
    },
    talker: { TaskTemplate: task({ Command: ['sh', '-c', 'echo out; echo err >&2; sleep 600'], Args: null }) },
    nulls: {
      Labels: null,
      Mode: { Replicated: { Replicas: null } },
      TaskTemplate: task(
        { Env: null, Labels: null, Mounts: null, Secrets: null, Healthcheck: null, Privileges: null, DNSConfig: null },
        { Resources: null, RestartPolicy: null, Placement: null, Networks: null, LogDriver: null },
      ),
      UpdateConfig: null,
      RollbackConfig: null,
      EndpointSpec: null,
      Networks: null,
    },
    empties: {
      TaskTemplate: task(
        { Isolation: '', StopSignal: '', User: '' },
        { Runtime: '', RestartPolicy: { Condition: '' }, Placement: {} },
      ),
      EndpointSpec: { Mode: '', Ports: [] },
      UpdateConfig: { FailureAction: '', Order: '' },
    },
  };
}
