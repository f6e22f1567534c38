/** Finds an object by id, name or id prefix. */
import { BadRequest, NotFound } from '@lading/server';

interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * Looks for the id first, then the name, then the prefix of an id.
 * @throws NotFound; BadRequest if several ids have the prefix
 */
export function lookup<Item extends Named>(items: Iterable<Item>, wanted: string, kind: string): Item {
  const all = [...items];
  const name = wanted.replace(/^\//, '');
  const exact = all.find(({ id }) => id === wanted) ?? all.find((item) => item.name === name);
  if (exact !== undefined) return exact;
  const [found, other] = wanted === '' ? [] : all.filter(({ id }) => id.startsWith(wanted));
  if (found === undefined) throw new NotFound(`No such ${kind}: ${wanted}`);
  if (other !== undefined) throw new BadRequest(`multiple IDs found with provided prefix: ${wanted}`);
  return found;
}
