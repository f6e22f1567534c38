/** Below 1.51 the list of images does not contain how many containers use each: the containers are counted. */
import { isList, isRecord, propertyOf, withProperty, type Hook } from '@lading/runtime-conversion';
import { fetchBody } from './fetch-body.js';

export function imageContainers(): Hook {
  return {
    async around(request, next, ask) {
      const response = await next(request);
      if (response.status >= 400 || !isList(response.body) || response.body.length === 0) return response;
      const containers = await fetchBody(ask, 'ContainerList', { query: { all: true } });
      if (!isList(containers)) return response;
      const counts = new Map<unknown, number>();
      for (const container of containers) {
        const image = propertyOf(container, 'ImageID');
        counts.set(image, (counts.get(image) ?? 0) + 1);
      }
      const counted = response.body.map((image) =>
        isRecord(image) ? withProperty(image, 'Containers', counts.get(image['Id']) ?? 0) : image,
      );
      return { ...response, body: counted };
    },
  };
}
