/** Mocks of a visitor respond with examples until something was created in the same collection, and then with that. */
import { expect, it } from 'vitest';
import { visitorMocks } from '../../generate/site/mocks.js';

/** Responds to one visitor of an API whose collections keep what is created in them. */
function visitor() {
  const objects = new Set<string>();
  const examples = async () => new Response('example');
  const stateful = async ({ method, url }: Request) => {
    const { pathname } = new URL(url);
    const path = method === 'POST' ? `${pathname}/own` : pathname;
    if (method === 'POST' || method === 'PUT') objects.add(path);
    if (method === 'DELETE' && objects.delete(path)) return new Response('removed');
    const isList = [...objects].some((each) => each.startsWith(`${path}/`));
    return objects.has(path) || isList ? new Response('created') : new Response('missing', { status: 404 });
  };
  const respond = visitorMocks(examples, stateful);
  return async (method: string, path: string) =>
    (await respond(new Request(`http://localhost${path}`, { method })))?.text();
}

it.each([
  ['an object that nobody created', [], 'GET', '/pets/tom', 'example'],
  ['what was created', ['POST /pets'], 'GET', '/pets/own', 'created'],
  ['the list of what was created', ['POST /pets'], 'GET', '/pets', 'created'],
  ['another object of the same collection', ['POST /pets'], 'GET', '/pets/tom', 'missing'],
  ['an object of another collection', ['POST /pets'], 'GET', '/shops/zoo', 'example'],
  ['an object below one that was created', ['POST /pets'], 'GET', '/pets/own/toys/ball', 'example'],
  ['an object that was put', ['PUT /pets/tom'], 'GET', '/pets/tom', 'created'],
  ['an object that was removed', ['POST /pets', 'DELETE /pets/own'], 'GET', '/pets/own', 'missing'],
  ['the removal of an object that nobody created', [], 'DELETE', '/pets/tom', 'example'],
] as const)('for %s', async (_, before, method, path, text) => {
  const send = visitor();
  for (const request of before) await send(...(request.split(' ') as [string, string]));
  expect(await send(method, path)).toBe(text);
});
