/** Measurements of disk usage. */
import {
  isList,
  propertyOf,
  Refusal,
  withProperty,
  isGiven,
  isRecord,
  type ResponseMessage,
  type Hook,
} from '@lading/runtime-conversion';

/** An engine of 1.41 rejects concurrent measurements of disk usage: each one waits for the one before it. */
export function oneMeasurementAtATime(): Hook {
  let last: Promise<unknown> = Promise.resolve();
  return {
    around(request, next): Promise<ResponseMessage> {
      const response = last.then(() => next(request));
      last = response.catch(() => undefined);
      return response;
    },
  };
}

/** The properties for each object type, with their values if the type was not requested. */
const propertiesByType: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  container: { Containers: null },
  image: { Images: null, LayersSize: 0 },
  volume: { Volumes: null },
  'build-cache': { BuildCache: null },
};

/** At 1.41 the disk usage of all object types is measured: types that were not requested are removed from the response. */
export function measuredKinds(): Hook {
  return {
    async around(request, next) {
      const { type } = request.query;
      const types = isList(type) ? type.map(String) : [];
      const unknown = types.find((name) => !Object.hasOwn(propertiesByType, name));
      if (unknown !== undefined) throw new Refusal(400, `unknown object type: ${unknown}`, 'df-type');
      const response = await next(request);
      if (types.length === 0 || response.status >= 400) return response;
      const notRequested = Object.entries(propertiesByType).filter(([name]) => !types.includes(name));
      const body = notRequested
        .flatMap(([, properties]) => Object.entries(properties))
        .filter(([name]) => propertyOf(response.body, name) !== undefined)
        .reduce((usage, [name, value]) => withProperty(usage, name, value), response.body);
      return { ...response, body };
    },
  };
}

/** Below 1.52 disk usage is not summed up: the sums are computed from the lists. */
export function usageSummaries(): Hook {
  return {
    async around(request, next) {
      const { verbose, ...query } = request.query;
      const response = await next({ ...request, query });
      const { body } = response;
      if (response.status >= 400 || !isRecord(body)) return response;
      const isVerbose = isGiven(verbose) && verbose !== 'false' && verbose !== '0';
      let summed: Readonly<Record<string, unknown>> = body;
      for (const [list, summary, summaryOf] of kinds) {
        const items = propertyOf(body, list);
        if (!isList(items)) continue;
        const more = isVerbose && items.length > 0 ? { Items: items } : {};
        summed = withProperty(summed, summary, { ...summaryOf(items, body), ...more });
        if (isVerbose) summed = withProperty(summed, list, undefined);
      }
      return { ...response, body: isVerbose ? withProperty(summed, 'LayersSize', undefined) : summed };
    },
  };
}

interface Summary {
  readonly ActiveCount: number;
  readonly TotalCount: number;
  readonly Reclaimable: number;
  readonly TotalSize: number;
}

type SummaryOf = (items: readonly unknown[], body: unknown) => Summary;

const kinds: readonly (readonly [list: string, summary: string, summaryOf: SummaryOf])[] = [
  ['Images', 'ImageUsage', summaryOfImages],
  ['Containers', 'ContainerUsage', (items) => summaryOf(items, isRunning, (item) => numberOf(item, 'SizeRw'))],
  [
    'Volumes',
    'VolumeUsage',
    (items) =>
      summaryOf(
        items,
        (item) => numberOf(item, 'UsageData', 'RefCount') > 0,
        (item) => numberOf(item, 'UsageData', 'Size'),
      ),
  ],
  [
    'BuildCache',
    'BuildCacheUsage',
    (items) =>
      summaryOf(
        items,
        (item) => propertyOf(item, 'InUse') === true,
        // What an image contains too is counted there.
        (item) => (propertyOf(item, 'Shared') === true ? 0 : numberOf(item, 'Size')),
      ),
  ],
];

/** Layers are shared, so the whole is not the sum of the images. */
function summaryOfImages(items: readonly unknown[], body: unknown): Summary {
  const own = (item: unknown) => numberOf(item, 'Size') - numberOf(item, 'SharedSize');
  const summary = summaryOf(items, (item) => numberOf(item, 'Containers') > 0, own);
  const total = numberOf(body, 'LayersSize');
  const used = summary.TotalSize - summary.Reclaimable;
  return { ...summary, TotalSize: total, Reclaimable: Math.max(0, total - used) };
}

function summaryOf(
  items: readonly unknown[],
  isActive: (item: unknown) => boolean,
  sizeOf: (item: unknown) => number,
): Summary {
  const sum = (some: readonly unknown[]) => some.reduce<number>((total, item) => total + sizeOf(item), 0);
  return {
    ActiveCount: items.filter(isActive).length,
    TotalCount: items.length,
    Reclaimable: sum(items.filter((item) => !isActive(item))),
    TotalSize: sum(items),
  };
}

function isRunning(container: unknown): boolean {
  return ['running', 'paused', 'restarting'].includes(String(propertyOf(container, 'State')));
}

/** Returns 0 for a number that is absent or, as -1, not calculated. */
function numberOf(value: unknown, ...names: readonly string[]): number {
  const found = propertyOf(value, ...names);
  return typeof found === 'number' && found > 0 ? found : 0;
}
