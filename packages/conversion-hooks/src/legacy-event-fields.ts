/** Below 1.52 events of containers and images repeat what they say, for clients that do not know event types. */
import { isRecord, propertyOf, type Hook } from '@lading/runtime-conversion';

export function legacyEventFields(): Hook {
  return {
    async around(request, next) {
      const response = await next(request);
      if (response.stream !== 'json-lines') return response;
      return { ...response, body: withLegacyFields(response.body as AsyncIterable<unknown>) };
    },
  };
}

async function* withLegacyFields(events: AsyncIterable<unknown>): AsyncGenerator<unknown, void, undefined> {
  for await (const event of events) yield isRecord(event) ? { ...legacyFields(event), ...event } : event;
}

/** An event of a container without an image, such as that of a prune, has an empty text, as from engines of 29. */
function legacyFields(event: Readonly<Record<string, unknown>>): object {
  const actor = event['Actor'];
  const common = { status: event['Action'], id: propertyOf(actor, 'ID') };
  if (event['Type'] === 'image') return common;
  if (event['Type'] !== 'container') return {};
  return { ...common, from: propertyOf(propertyOf(actor, 'Attributes'), 'image') ?? '' };
}
