/** At 1.41 images cannot be listed by age: the filter is applied to what is answered. */
import { isList, isRecord, memberOf, Refusal, type Step } from '@lading/runtime-overlay';
import { momentOf } from './moment.js';

export function imagesUntil(now: () => number = Date.now): Step {
  return {
    async around(request, next) {
      const { filters, ...query } = request.query;
      const until = memberOf(filters, 'until');
      if (!isRecord(filters) || !isList(until)) return next(request);
      const others = Object.entries(filters).filter(([name]) => name !== 'until');
      const moments = until.map((text) => momentOf(String(text), now()));
      const wrong = moments.indexOf(undefined);
      if (wrong >= 0) throw new Refusal(400, `invalid filter 'until=${String(until[wrong])}'`, 'images-until');
      const earliest = Math.min(...moments.map((moment) => moment ?? Infinity));
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
