/** At 1.41 images cannot be filtered by age: the hook applies the filter to the response. */
import { isList, isRecord, memberOf, Refusal, type Step } from '@lading/runtime-overlay';
import { timestampOf } from './timestamp.js';

export function imagesUntil(now: () => number = Date.now): Step {
  return {
    async around(request, next) {
      const { filters, ...query } = request.query;
      const until = memberOf(filters, 'until');
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
        body: response.body.filter((image) => Number(memberOf(image, 'Created')) * 1000 < earliest),
      };
    },
  };
}
