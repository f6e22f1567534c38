/** At 1.41 images cannot be filtered by age: the hook applies the filter to the response. */
import { isList, isRecord, propertyOf, Refusal, type Hook } from '@lading/runtime-conversion';
import { timestampOf } from './timestamp.js';

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
