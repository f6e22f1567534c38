/** Filters of images. */
import { isList, isRecord, propertyOf, Refusal, type Hook } from '@lading/runtime-conversion';

/** Before 1.41 images are also selected by the parameter `filter`, a pattern that later versions have among the filters. */
export function filterAsReference(): Hook {
  return {
    keeps: ['ImageList'],
    around(request, next) {
      const { filter, ...query } = request.query;
      if (typeof filter !== 'string' || filter === '') return next({ ...request, query });
      const filters = isRecord(query['filters']) ? query['filters'] : {};
      const references = isList(filters['reference']) ? filters['reference'] : [];
      return next({ ...request, query: { ...query, filters: { ...filters, reference: [...references, filter] } } });
    },
  };
}

/** At 1.41 images cannot be filtered by age: the hook applies the filter to the response. */
export function imagesUntil(now: () => number = Date.now): Hook {
  return {
    async around(request, next) {
      const { filters, ...query } = request.query;
      const until = propertyOf(filters, 'until');
      if (!isRecord(filters) || !isList(until)) return next(request);
      const others = Object.entries(filters).filter(([name]) => name !== 'until');
      const timestamps = until.map((text) => timestampOf(String(text), now()));
      const invalid = timestamps.indexOf(undefined);
      if (invalid >= 0) throw new Refusal(400, `invalid filter 'until=${String(until[invalid])}'`, 'images-until');
      const earliest = Math.min(...timestamps.map((timestamp) => timestamp ?? Infinity));
      const response = await next({
        ...request,
        query: others.length === 0 ? query : { ...query, filters: Object.fromEntries(others) },
      });
      if (response.status >= 400 || !isList(response.body)) return response;
      return {
        ...response,
        body: response.body.filter((image) => Number(propertyOf(image, 'Created')) * 1000 < earliest),
      };
    },
  };
}

const millisecondsPerUnit: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

/**
 * Parses a timestamp of a filter: seconds since 1970, a date with or without a time, or a duration before now.
 *
 * @returns milliseconds; undefined for an invalid one
 */
function timestampOf(text: string, now: number): number | undefined {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const ago = durationOf(text);
  if (ago !== undefined) return now - ago;
  const [, date, time, zone = ''] =
    /^(\d{4}-\d\d-\d\d)(?:T(\d\d(?::\d\d){0,2}(?:\.\d+)?))?(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? [];
  if (date === undefined) return undefined;
  const whole = time === undefined ? '00:00:00' : time.length === 2 ? `${time}:00:00` : time;
  // Without a time zone engines use their local one, which is unknown here: the zone of this machine is used.
  const timestamp = Date.parse(`${date}T${whole}${zone}`);
  return Number.isNaN(timestamp) ? undefined : timestamp;
}

/** Returns a duration such as `1h30m` in milliseconds. */
function durationOf(text: string): number | undefined {
  if (!/^(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+$/.test(text)) return undefined;
  return [...text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)].reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (millisecondsPerUnit[unit] ?? 0),
    0,
  );
}
