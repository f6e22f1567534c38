/** Messages of streams that older versions do not send. */
import { isGiven, propertyOf, type Hook } from '@lading/runtime-conversion';

/** Before 1.30 the messages of a build have no identifiers (`aux`). */
export function noBuildIdentifiers(): Hook {
  return without((message) => isGiven(propertyOf(message, 'aux')));
}

/** Below 1.46 no event says that an image was created. */
export function noImageCreateEvents(): Hook {
  return without((event) => propertyOf(event, 'Type') === 'image' && propertyOf(event, 'Action') === 'create');
}

function without(isUnknown: (message: unknown) => boolean): Hook {
  return {
    async around(request, next) {
      const response = await next(request);
      if (response.stream !== 'json-lines') return response;
      return { ...response, body: rest(response.body as AsyncIterable<unknown>, isUnknown) };
    },
  };
}

async function* rest(
  messages: AsyncIterable<unknown>,
  isUnknown: (message: unknown) => boolean,
): AsyncGenerator<unknown, void, undefined> {
  for await (const message of messages) if (!isUnknown(message)) yield message;
}
