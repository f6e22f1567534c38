/** Before 1.41 images are also selected by the parameter `filter`, a pattern that later versions have among the filters. */
import { isList, isRecord, type Hook } from '@lading/runtime-conversion';

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
