/** The initial size of a console. */
import {
  isGiven,
  isList,
  propertyOf,
  withProperty,
  type Hook,
  type Ask,
  type RequestMessage,
} from '@lading/runtime-conversion';
import { fetchBody } from './fetch-body.js';

/** At 1.41 the initial console size applies to Windows only; on other systems it is ignored. */
export function consoleSizeOnWindows(): Hook {
  // The operating system of an engine does not change while it runs.
  let system: unknown;
  const aroundWithSize: Hook['around'] = async (request, next, ask) => {
    system ??= propertyOf(await fetchBody(ask, 'SystemInfo'), 'OSType');
    if (system === 'windows') return next(request);
    const host = withProperty(propertyOf(request.body, 'HostConfig'), 'ConsoleSize', undefined);
    return next({ ...request, body: withProperty(request.body, 'HostConfig', host) });
  };
  return {
    // Not async, since most clients send no size and each turn of the event loop costs.
    around(request, next, ask) {
      const size = propertyOf(request.body, 'HostConfig', 'ConsoleSize');
      return isList(size) && size.some(isGiven) ? aroundWithSize(request, next, ask) : next(request);
    },
  };
}

// Limits the memory for containers and exec instances that are never started.
const maxSizes = 1000;

interface Size {
  readonly h: number;
  readonly w: number;
}

/** At 1.41 consoles have no initial size: the hook remembers the size, and resizes right after the start. */
export function resizeAfterStart(): Hook {
  const sizes = new Map<string, Size>();
  const remember = (id: unknown, size: Size | undefined) => {
    if (typeof id !== 'string' || size === undefined) return;
    sizes.set(id, size);
    const [oldest] = sizes.keys();
    if (sizes.size > maxSizes && oldest !== undefined) sizes.delete(oldest);
  };
  const around: Hook['around'] = async (request, next, ask) => {
    const { operation, body } = request;
    switch (operation) {
      case 'ContainerCreate': {
        const host = propertyOf(body, 'HostConfig');
        const size = sizeOf(propertyOf(host, 'ConsoleSize'));
        if (size === undefined) return next(request);
        const without = withProperty(body, 'HostConfig', withProperty(host, 'ConsoleSize', undefined));
        const response = await next({ ...request, body: without });
        if (propertyOf(body, 'Tty') === true) remember(propertyOf(response.body, 'Id'), size);
        return response;
      }
      case 'ContainerExec': {
        const size = sizeOf(propertyOf(body, 'ConsoleSize'));
        const response = await next(withoutSize(request));
        if (propertyOf(body, 'Tty') === true) remember(propertyOf(response.body, 'Id'), size);
        return response;
      }
      case 'ExecStart': {
        const id = String(request.path['id']);
        const size =
          (propertyOf(body, 'Tty') === true ? sizeOf(propertyOf(body, 'ConsoleSize')) : undefined) ?? sizes.get(id);
        const response = await next(withoutSize(request));
        sizes.delete(id);
        if (response.status < 400 && size !== undefined) await resize(ask, 'ExecResize', id, size);
        return response;
      }
      default: {
        const response = await next(request);
        if (response.status >= 300 || sizes.size === 0) return response;
        const id = propertyOf(await fetchBody(ask, 'ContainerInspect', { path: request.path }), 'Id');
        const size = typeof id === 'string' ? sizes.get(id) : undefined;
        if (typeof id === 'string' && size !== undefined) await resize(ask, 'ContainerResize', id, size);
        return response;
      }
    }
  };
  return { around, also: ['ContainerStart', 'ContainerRestart'] };
}

/** Resizes a console. The start has succeeded even if the process has ended already and cannot be resized. */
async function resize(ask: Ask, operation: string, id: string, { h, w }: Size): Promise<void> {
  await ask(operation, { path: { id }, query: { h, w } }).catch(() => undefined);
}

function withoutSize(request: RequestMessage): RequestMessage {
  if (propertyOf(request.body, 'ConsoleSize') === undefined) return request;
  return { ...request, body: withProperty(request.body, 'ConsoleSize', undefined) };
}

function sizeOf(value: unknown): Size | undefined {
  if (!isList(value)) return undefined;
  const [h, w] = value;
  return typeof h === 'number' && typeof w === 'number' && isGiven(h) && isGiven(w) ? { h, w } : undefined;
}
