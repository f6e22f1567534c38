/**
 * Records the mounts that a client has sent in an annotation of the container, where they were converted, and restores them for
 * clients below 1.44. Other clients see the annotation; runtimes ignore it.
 */
import {
  isList,
  isRecord,
  propertyOf,
  withProperty,
  type Ask,
  type Hook,
  type ResponseMessage,
} from '@lading/runtime-conversion';
import { readBind } from './binds.js';
import { fetchBody } from './fetch-body.js';

const annotation = 'lading.mounts';

/** What a response has to contain for the functions below to change it. */
export const touchesOfRecordedHosts: NonNullable<Hook['touches']> = {
  ContainerInspect: [{ body: 'HostConfig.Annotations' }],
  ContainerList: [{ body: '[].Mounts[].RW', is: [false] }],
  SystemDataUsage: [{ body: 'Containers[].HostConfig.Annotations' }],
};

interface RecordedHost {
  /** The entries of `Binds`. */
  readonly binds: readonly string[];
  /** For each of `Mounts`, whether it has `BindOptions`. */
  readonly mounts: readonly boolean[];
}

/** @param sent the settings as the client has sent them */
export function withRecordedHost(host: unknown, sent: unknown): unknown {
  const [binds, mounts] = [listOf(propertyOf(sent, 'Binds')), listOf(propertyOf(sent, 'Mounts'))];
  const recorded: RecordedHost = {
    binds: binds.map(String),
    mounts: mounts.map((mount) => isRecord(propertyOf(mount, 'BindOptions'))),
  };
  const given = propertyOf(host, 'Annotations');
  const annotations = { ...(isRecord(given) && given), [annotation]: JSON.stringify(recorded) };
  return withProperty(host, 'Annotations', annotations);
}

/** Shows the mounts of an inspected container as its client has sent them, with what engines add. */
export function withRestoredHost(response: ResponseMessage): ResponseMessage {
  const host = propertyOf(response.body, 'HostConfig');
  const recorded = recordedOf(host);
  if (recorded === undefined) return response;
  // Those that were entries follow.
  const mounts = listOf(propertyOf(host, 'Mounts')).slice(0, recorded.mounts.length);
  const shown = mounts.map((mount, index) => {
    if (propertyOf(mount, 'Type') !== 'bind') return mount;
    const shallow = withProperty(propertyOf(mount, 'BindOptions'), 'ReadOnlyNonRecursive', true);
    return recorded.mounts[index] === true ? withProperty(mount, 'BindOptions', shallow) : withoutAddedOptions(mount);
  });
  const restored = [
    ['Binds', recorded.binds.length > 0 ? recorded.binds : propertyOf(host, 'Binds')],
    ['Mounts', shown.length > 0 ? shown : undefined],
    ['Annotations', otherAnnotations(host)],
  ] as const;
  const body = withProperty(
    response.body,
    'HostConfig',
    restored.reduce<unknown>((all, [name, value]) => withProperty(all, name, value), host),
  );
  return { ...response, body: withModes(body, recorded) };
}

/** Shows the mounts of the containers of the disk usage, in which engines of 1.46 and later send annotations. */
export function withRestoredUsage(response: ResponseMessage): ResponseMessage {
  const { body } = response;
  const containers = propertyOf(body, 'Containers');
  if (!isRecord(body) || !isList(containers)) return response;
  const shown = containers.map((container) => {
    const host = propertyOf(container, 'HostConfig');
    const recorded = recordedOf(host);
    if (!isRecord(container) || recorded === undefined) return container;
    const restored = withProperty(host, 'Annotations', otherAnnotations(host));
    return withModes({ ...container, HostConfig: restored }, recorded);
  });
  return { ...response, body: { ...body, Containers: shown } };
}

/** The annotations of the client; undefined if there are none. */
function otherAnnotations(host: unknown): object | undefined {
  const { [annotation]: _own, ...others } = propertyOf(host, 'Annotations') as Readonly<Record<string, unknown>>;
  return Object.keys(others).length > 0 ? others : undefined;
}

/** Lists do not have the annotations of containers, so those with a read-only mount that has no mode are inspected. */
export async function withListedModes(response: ResponseMessage, ask: Ask): Promise<ResponseMessage> {
  if (response.status >= 400 || !isList(response.body)) return response;
  const listed = response.body.map(async (container) => {
    if (!listOf(propertyOf(container, 'Mounts')).some(isWithoutMode)) return container;
    const inspected = await fetchBody(ask, 'ContainerInspect', { path: { id: propertyOf(container, 'Id') } });
    const recorded = recordedOf(propertyOf(inspected, 'HostConfig'));
    return recorded === undefined ? container : withModes(container, recorded);
  });
  return { ...response, body: await Promise.all(listed) };
}

/** Returns what an annotation records; undefined for one in another form, since anyone may write it. */
function recordedOf(host: unknown): RecordedHost | undefined {
  const annotations = propertyOf(host, 'Annotations');
  const text = isRecord(annotations) && Object.hasOwn(annotations, annotation) ? annotations[annotation] : undefined;
  if (typeof text !== 'string') return undefined;
  try {
    const { binds, mounts } = JSON.parse(text) as Partial<RecordedHost>;
    const isValid = isList(binds) && binds.every((bind) => typeof bind === 'string') && isList(mounts);
    return isValid ? { binds, mounts: mounts as readonly boolean[] } : undefined;
  } catch {
    return undefined;
  }
}

/** Removes the option that was added for the client, and `BindOptions` if that is the only one. */
function withoutAddedOptions(mount: unknown): unknown {
  const options = withProperty(propertyOf(mount, 'BindOptions'), 'ReadOnlyNonRecursive', undefined);
  return withProperty(mount, 'BindOptions', isRecord(options) && Object.keys(options).length > 0 ? options : undefined);
}

function isWithoutMode(point: unknown): boolean {
  return propertyOf(point, 'Type') === 'bind' && propertyOf(point, 'RW') === false && propertyOf(point, 'Mode') === '';
}

/** Writes the options of entries to their mount points; those of mounts have none. */
function withModes(body: unknown, { binds }: RecordedHost): unknown {
  const read = binds.flatMap((entry) => readBind(entry) ?? []);
  const modes = new Map(read.map(({ target, options }) => [target, options.join(',')]));
  const points = propertyOf(body, 'Mounts');
  if (!isList(points)) return body;
  const shown = points.map((point) => {
    const mode = isWithoutMode(point) ? modes.get(String(propertyOf(point, 'Destination'))) : undefined;
    return mode === undefined ? point : withProperty(point, 'Mode', mode);
  });
  return withProperty(body, 'Mounts', shown);
}

function listOf(value: unknown): readonly unknown[] {
  return isList(value) ? value : [];
}
