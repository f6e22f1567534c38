/** Finds a thing by what a client calls it. */
import { BadRequest, NotFound } from '@lading/server';

interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * By the whole id, else the name, else the beginning of an id.
 * @throws NotFound, and BadRequest where several ids begin so
 */
export function lookup<Thing extends Named>(things: Iterable<Thing>, wanted: string, kind: string): Thing {
  const all = [...things];
  const name = wanted.replace(/^\//, '');
  const exact = all.find(({ id }) => id === wanted) ?? all.find((thing) => thing.name === name);
  if (exact !== undefined) return exact;
  const [found, other] = wanted === '' ? [] : all.filter(({ id }) => id.startsWith(wanted));
  if (found === undefined) throw new NotFound(`No such ${kind}: ${wanted}`);
  if (other !== undefined) throw new BadRequest(`multiple IDs found with provided prefix: ${wanted}`);
  return found;
}
