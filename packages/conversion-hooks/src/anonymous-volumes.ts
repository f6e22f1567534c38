/**
 * At 1.41 a prune deletes every unused volume, at 1.44 only anonymous ones unless the client asks for all. A request for
 * anonymous volumes is never passed on, since that would destroy data; the hook deletes those volumes one by one.
 */
import { isGiven, isList, isRecord, propertyOf, Refusal, type Ask, type Hook } from '@lading/runtime-conversion';
import { fetchBody } from './fetch-body.js';

const supportedFilters = ['all', 'label', 'label!'];

export function anonymousVolumes(): Hook {
  return {
    async around(request, next, ask) {
      const { filters, ...query } = request.query;
      const given = isRecord(filters) ? filters : {};
      const unsupported = Object.keys(given).find((name) => !supportedFilters.includes(name));
      if (unsupported !== undefined) throw new Refusal(400, `invalid filter '${unsupported}'`, 'volumes-prune-all');
      const { all, ...others } = given;
      if (isAll(all)) {
        return next({ ...request, query: Object.keys(others).length === 0 ? query : { ...query, filters: others } });
      }
      const listed = await ask('VolumeList', { query: { filters: { dangling: ['true'] } } });
      if (listed.status >= 400) return listed;
      const volumes = propertyOf(listed.body, 'Volumes');
      const wanted = (isList(volumes) ? volumes : []).filter((volume) => isAnonymous(volume) && fits(volume, others));
      return { status: 200, headers: {}, body: await remove(wanted, ask) };
    },
  };
}

/**
 * Whether the filter `all` is true.
 *
 * @throws Refusal for a value that is neither true nor false
 */
function isAll(all: unknown): boolean {
  const values = isList(all) ? all.map(String) : [];
  if (values.every((value) => ['1', 'true'].includes(value))) return values.length > 0;
  if (values.every((value) => ['0', 'false'].includes(value))) return false;
  throw new Refusal(400, `invalid filter 'all=${values.join(',')}'`, 'volumes-prune-all');
}

/** Whether a volume is anonymous: at 1.41 only its name shows it. Volumes with options may contain external data. */
function isAnonymous(volume: unknown): boolean {
  return (
    propertyOf(volume, 'Driver') === 'local' &&
    /^[0-9a-f]{64}$/.test(String(propertyOf(volume, 'Name'))) &&
    !isGiven(propertyOf(volume, 'Options'))
  );
}

function fits(volume: unknown, filters: Readonly<Record<string, unknown>>): boolean {
  const labels = propertyOf(volume, 'Labels');
  const has = (wanted: unknown) => {
    const [name = '', ...value] = String(wanted).split('=');
    if (!isRecord(labels) || !Object.hasOwn(labels, name)) return false;
    return value.length === 0 || labels[name] === value.join('=');
  };
  const listOf = (value: unknown) => (isList(value) ? value : []);
  return listOf(filters['label']).every(has) && !listOf(filters['label!']).some(has);
}

/** Deletes volumes. The engine refuses those that are in use by now, so they are not reported as deleted. */
async function remove(volumes: readonly unknown[], ask: Ask): Promise<object> {
  const deleted: string[] = [];
  let reclaimed = 0;
  const sizes = volumes.length === 0 ? new Map<string, number>() : await sizesOf(ask);
  for (const volume of volumes) {
    const name = String(propertyOf(volume, 'Name'));
    const response = await ask('VolumeDelete', { path: { name } });
    if (response.status >= 400) continue;
    deleted.push(name);
    reclaimed += sizes.get(name) ?? 0;
  }
  return { VolumesDeleted: deleted, SpaceReclaimed: reclaimed };
}

async function sizesOf(ask: Ask): Promise<ReadonlyMap<string, number>> {
  const volumes = propertyOf(await fetchBody(ask, 'SystemDataUsage'), 'Volumes');
  return new Map(
    (isList(volumes) ? volumes : []).map((volume) => {
      const size = propertyOf(volume, 'UsageData', 'Size');
      return [String(propertyOf(volume, 'Name')), typeof size === 'number' && size > 0 ? size : 0];
    }),
  );
}
