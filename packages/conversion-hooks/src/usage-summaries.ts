/** Below 1.52 disk usage is not summed up: the sums are computed from the lists. */
import { isGiven, isList, isRecord, propertyOf, withProperty, type Hook } from '@lading/runtime-conversion';

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
