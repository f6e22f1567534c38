/** Before 1.30 the messages of a build have no identifiers (`aux`). */
import { isGiven, propertyOf, type Hook } from '@lading/runtime-overlay';

export function noBuildIdentifiers(): Hook {
  return {
    async around(request, next) {
      const response = await next(request);
      if (response.stream !== 'json-lines') return response;
      return { ...response, body: withoutIdentifiers(response.body as AsyncIterable<unknown>) };
    },
  };
}

async function* withoutIdentifiers(messages: AsyncIterable<unknown>): AsyncGenerator<unknown, void, undefined> {
  for await (const message of messages) if (!isGiven(propertyOf(message, 'aux'))) yield message;
}
