/** At 1.41 a read-only bind mount leaves its submounts writable; at 1.44 only with `ReadOnlyNonRecursive`. */
import {
  isList,
  isRecord,
  propertyOf,
  withProperty,
  withLosses,
  type RequestLoss,
  type RequestMessage,
  type Hook,
} from '@lading/runtime-conversion';
import { readBind } from './binds.js';
import {
  touchesOfRecordedHosts,
  withListedModes,
  withRecordedHost,
  withRestoredHost,
  withRestoredUsage,
} from './recorded-host.js';

export function nonRecursiveReadOnly(): Hook {
  return {
    touches: touchesOfRecordedHosts,
    around(request, next, ask) {
      if (request.operation === 'ContainerInspect') return next(request).then(withRestoredHost);
      if (request.operation === 'SystemDataUsage') return next(request).then(withRestoredUsage);
      if (request.operation === 'ContainerList')
        return next(request).then((response) => withListedModes(response, ask));
      if (request.operation !== 'ContainerCreate') return next(withShallowMountsOfTasks(request));
      const host = propertyOf(request.body, 'HostConfig');
      const mounts = listOf(propertyOf(host, 'Mounts'));
      const binds = listOf(propertyOf(host, 'Binds'));
      const read = binds.map(mountOfBind);
      const moved = read.flatMap((bind) => (bind?.mount === undefined ? [] : [bind.mount]));
      const shallow = mounts.map((mount) => (isReadOnlyBind(mount) ? shallowMount(mount) : mount));
      const left = binds.filter((_bind, index) => read[index]?.mount === undefined);
      const losses = read.flatMap((bind) => (bind?.loss === undefined ? [] : [bind.loss]));
      const isSame = moved.length === 0 && !mounts.some(hasAddedOption);
      return next(withLosses(isSame ? request : withHost(request, [...shallow, ...moved], left), losses));
    },
  };
}

/** Converts the mounts of a service, which has no `Binds` and whose mounts without a type are bind mounts. */
function withShallowMountsOfTasks(request: RequestMessage): RequestMessage {
  const task = propertyOf(request.body, 'TaskTemplate');
  const container = propertyOf(task, 'ContainerSpec');
  const mounts = listOf(propertyOf(container, 'Mounts'));
  const shallow = mounts.map((mount) =>
    isReadOnlyBind(mount, ['bind', '', undefined, null]) ? shallowMount(mount) : mount,
  );
  if (shallow.every((mount, index) => mount === mounts[index])) return request;
  const changed = withProperty(task, 'ContainerSpec', withProperty(container, 'Mounts', shallow));
  return { ...request, body: withProperty(request.body, 'TaskTemplate', changed) };
}

/** Replaces mounts and entries, and records those of the client in an annotation. */
function withHost(request: RequestMessage, mounts: readonly unknown[], binds: readonly unknown[]): RequestMessage {
  const host = propertyOf(request.body, 'HostConfig');
  const given = propertyOf(host, 'Binds');
  const bound = isList(given) ? withProperty(host, 'Binds', binds) : host;
  const body = withProperty(withRecordedHost(bound, host), 'Mounts', mounts);
  return { ...request, body: withProperty(request.body, 'HostConfig', body) };
}

function listOf(value: unknown): readonly unknown[] {
  return isList(value) ? value : [];
}

/** Whether engines add the option to a mount of an older client, or show it as if they did. */
function hasAddedOption(mount: unknown): boolean {
  return isReadOnlyBind(mount) || (propertyOf(mount, 'Type') === 'bind' && isRecord(propertyOf(mount, 'BindOptions')));
}

function isReadOnlyBind(mount: unknown, types: readonly unknown[] = ['bind']): boolean {
  return types.includes(propertyOf(mount, 'Type')) && propertyOf(mount, 'ReadOnly') === true;
}

function shallowMount(mount: unknown): unknown {
  const options = propertyOf(mount, 'BindOptions');
  return withProperty(mount, 'BindOptions', withProperty(options, 'ReadOnlyNonRecursive', true));
}

interface ConvertedBind {
  readonly mount?: object;
  readonly loss?: RequestLoss;
}

const propagations = ['private', 'rprivate', 'shared', 'rshared', 'slave', 'rslave'];
const consistencies = ['default', 'consistent', 'cached', 'delegated'];

/**
 * Converts a read-only entry of `Binds` to a mount with the same options, or returns a loss if a mount cannot have
 * them; returns undefined for other entries.
 */
function mountOfBind(entry: unknown): ConvertedBind | undefined {
  const bind = readBind(entry);
  if (bind === undefined || !bind.options.includes('ro')) return undefined;
  const { source, target, options } = bind;
  const rest = options.filter((option) => option !== 'ro');
  const propagation = rest.find((option) => propagations.includes(option));
  const consistency = rest.find((option) => consistencies.includes(option));
  const unknown = rest.filter((option) => option !== propagation && option !== consistency);
  if (unknown.length > 0) {
    const option = unknown.join(',');
    const message = `Mounts below ${source} are read-only too: the option ${option} cannot be kept otherwise.`;
    return { loss: { id: 'ro-recursive', message } };
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
        // An entry of `Binds` creates a missing path on the host.
        CreateMountpoint: true,
        ReadOnlyNonRecursive: true,
      },
    },
  };
}
