/** At 1.41 a read-only bind mount leaves its submounts writable; at 1.44 they are read-only too unless that is asked for. */
import { isList, memberOf, withMember, withWarnings, type RequestMessage, type Step } from '@lading/runtime-overlay';
import { readBind } from './bind.js';
import { withBindsAgain } from './binds-again.js';

export function nonRecursiveReadOnly(): Step {
  return {
    // Not async where nothing is told: each turn of the loop costs.
    around(request, next) {
      if (request.operation === 'ContainerInspect') return next(request).then(withBindsAgain);
      if (request.operation !== 'ContainerCreate') return next(withShallowMountsOfTasks(request));
      const host = memberOf(request.body, 'HostConfig');
      const mounts = listOf(memberOf(host, 'Mounts'));
      const binds = listOf(memberOf(host, 'Binds'));
      const read = binds.map(movedOf);
      const moved = read.flatMap((bind) => (bind?.mount === undefined ? [] : [bind.mount]));
      const shallow = mounts.map((mount) => (isReadOnlyBind(mount) ? shallowMount(mount) : mount));
      const left = binds.filter((_bind, index) => read[index]?.mount === undefined);
      const warnings = read.flatMap((bind) => (bind?.warning === undefined ? [] : [bind.warning]));
      const isSame = moved.length === 0 && shallow.every((mount, index) => mount === mounts[index]);
      const response = next(isSame ? request : withHost(request, shallow, moved, left));
      return warnings.length === 0 ? response : response.then((told) => withWarnings(told, warnings));
    },
  };
}

/** A service has no `Binds`, and a mount of it without a type is a bind mount. */
function withShallowMountsOfTasks(request: RequestMessage): RequestMessage {
  const task = memberOf(request.body, 'TaskTemplate');
  const container = memberOf(task, 'ContainerSpec');
  const mounts = listOf(memberOf(container, 'Mounts'));
  const shallow = mounts.map((mount) =>
    isReadOnlyBind(mount, ['bind', '', undefined, null]) ? shallowMount(mount) : mount,
  );
  if (shallow.every((mount, index) => mount === mounts[index])) return request;
  const changed = withMember(task, 'ContainerSpec', withMember(container, 'Mounts', shallow));
  return { ...request, body: withMember(request.body, 'TaskTemplate', changed) };
}

function withHost(
  request: RequestMessage,
  mounts: readonly unknown[],
  moved: readonly object[],
  left: readonly unknown[],
): RequestMessage {
  const host = withMember(memberOf(request.body, 'HostConfig'), 'Mounts', [...mounts, ...moved]);
  const whole = moved.length === 0 ? host : withMember(host, 'Binds', left);
  return { ...request, body: withMember(request.body, 'HostConfig', whole) };
}

function listOf(value: unknown): readonly unknown[] {
  return isList(value) ? value : [];
}

function isReadOnlyBind(mount: unknown, types: readonly unknown[] = ['bind']): boolean {
  return types.includes(memberOf(mount, 'Type')) && memberOf(mount, 'ReadOnly') === true;
}

function shallowMount(mount: unknown): unknown {
  const options = memberOf(mount, 'BindOptions');
  return withMember(mount, 'BindOptions', withMember(options, 'ReadOnlyNonRecursive', true));
}

interface Moved {
  readonly mount?: object;
  readonly warning?: string;
}

const propagations = ['private', 'rprivate', 'shared', 'rshared', 'slave', 'rslave'];
const consistencies = ['default', 'consistent', 'cached', 'delegated'];

/** A mount of the same options, which must be such as a mount has too; nothing where it is not a read-only bind. */
function movedOf(entry: unknown): Moved | undefined {
  const bind = readBind(entry);
  if (bind === undefined || !bind.options.includes('ro')) return undefined;
  const { source, target, options } = bind;
  const rest = options.filter((option) => option !== 'ro');
  const propagation = rest.find((option) => propagations.includes(option));
  const consistency = rest.find((option) => consistencies.includes(option));
  const unknown = rest.filter((option) => option !== propagation && option !== consistency);
  if (unknown.length > 0) {
    const option = unknown.join(',');
    return { warning: `Mounts below ${source} are read-only too: the option ${option} cannot be kept otherwise.` };
  }
  return {
    mount: {
      Type: 'bind',
      Source: source,
      Target: target,
      ReadOnly: true,
      ...(consistency !== undefined && { Consistency: consistency }),
      BindOptions: {
        ...(propagation !== undefined && { Propagation: propagation }),
        // An entry of `Binds` makes the path on the host where it is missing.
        CreateMountpoint: true,
        ReadOnlyNonRecursive: true,
      },
    },
  };
}
