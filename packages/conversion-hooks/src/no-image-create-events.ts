/** Below 1.46 no event says that an image was created. */
import { propertyOf, type Hook } from '@lading/runtime-overlay';

export function noImageCreateEvents(): Hook {
  return {
    async around(request, next) {
      const response = await next(request);
      if (response.stream !== 'json-lines') return response;
      return { ...response, body: withoutCreation(response.body as AsyncIterable<unknown>) };
    },
  };
}

async function* withoutCreation(events: AsyncIterable<unknown>): AsyncGenerator<unknown, void, undefined> {
  for await (const event of events) {
    if (propertyOf(event, 'Type') !== 'image' || propertyOf(event, 'Action') !== 'create') yield event;
  }
}
