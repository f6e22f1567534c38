/** Before 1.30 the engine adds the digest to the image of a service, so that all nodes run the same one; later clients do. */
import {
  isGiven,
  isList,
  propertyOf,
  withProperty,
  type Ask,
  type Hook,
  type RequestMessage,
} from '@lading/runtime-conversion';
import { fetchBody } from './fetch-body.js';

export function imageWithDigest(): Hook {
  return {
    async around(request, next, ask) {
      const task = propertyOf(request.body, 'TaskTemplate');
      const container = propertyOf(task, 'ContainerSpec');
      const image = propertyOf(container, 'Image');
      // The tasks of plugins have no image.
      const runtime = propertyOf(task, 'Runtime');
      if (typeof image !== 'string' || !isGiven(image) || (isGiven(runtime) && runtime !== 'container')) {
        return next(request);
      }
      const found = await withDigest(image, request, ask);
      if (found === undefined) return withWarning(await next(request), image);
      const spec = withProperty(task, 'ContainerSpec', withProperty(container, 'Image', found));
      return next({ ...request, body: withProperty(request.body, 'TaskTemplate', spec) });
    },
  };
}

/** Returns the reference with the digest that the registry has for it; undefined if the registry has none. */
async function withDigest(image: string, { headers }: RequestMessage, ask: Ask): Promise<string | undefined> {
  if (/@[\w+.-]+:[0-9a-f]{32,}$|^[0-9a-f]{64}$/.test(image)) return familiar(image);
  const login = Object.entries(headers).filter(([name]) => name.toLowerCase() === 'x-registry-auth');
  const name = /:[\w][\w.-]*$/.test(image) ? image : `${image}:latest`;
  const input = { path: { name }, headers: Object.fromEntries(login) };
  const digest = propertyOf(await fetchBody(ask, 'DistributionInspect', input), 'Descriptor', 'digest');
  return typeof digest === 'string' ? `${familiar(name)}@${digest}` : undefined;
}

/** Returns a reference as people write it: without the registry and the repository that are meant otherwise. */
function familiar(image: string): string {
  return image.replace(/^(?:index\.)?docker\.io\//, '').replace(/^library\/(?=[^/]+$)/, '');
}

type Response = Awaited<ReturnType<Parameters<Hook['around']>[1]>>;

/** Adds the warning of engines. */
function withWarning(response: Response, image: string): Response {
  if (response.status >= 400) return response;
  const before = propertyOf(response.body, 'Warnings');
  const warning =
    `image ${image} could not be accessed on a registry to record\nits digest. Each node will access ${image} ` +
    'independently,\npossibly leading to different nodes running different\nversions of the image.\n';
  const warnings = [warning, ...(isList(before) ? before : [])];
  return { ...response, body: withProperty(response.body, 'Warnings', warnings) };
}
