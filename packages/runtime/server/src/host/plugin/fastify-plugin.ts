/** A Fastify plugin for servers, without a dependency on Fastify. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiServer } from '../../server/api-server.js';

/** The part of a Fastify instance that the plugin uses. */
export interface FastifyLike {
  readonly prefix: string;
  readonly server: { on(event: 'upgrade', listener: ApiServer['upgrade']): unknown };
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(
    type: string,
    options: object,
    parser: (request: never, payload: never, done: (error: null) => void) => void,
  ): unknown;
  all(path: string, handler: (request: FastifyRequestLike, reply: FastifyReplyLike) => void): unknown;
}

interface FastifyRequestLike {
  /** The request of `node:http`. */
  readonly raw: object;
}

interface FastifyReplyLike {
  readonly raw: object;
  hijack(): unknown;
}

/**
 * Creates a plugin for `app.register(fastifyPlugin(server))`, also with a prefix. Hooks of Fastify apply to upgrades as
 * to other requests.
 */
export function fastifyPlugin(server: ApiServer): (app: FastifyLike, options: unknown, done: () => void) => void {
  return (app, _options, done) => {
    const prefix = app.prefix.replace(/\/$/, '');
    // The server parses bodies itself, as engines do.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', {}, (_request, _payload, parsed) => parsed(null));
    app.all('/*', (request, reply) => {
      reply.hijack();
      server.listener(withoutPrefix(request.raw as IncomingMessage, prefix), reply.raw as ServerResponse);
    });
    // Emits upgrade requests on Fastify's server again, so that its hooks and routes apply.
    app.server.on('upgrade', server.upgrade);
    done();
  };
}

function withoutPrefix(request: IncomingMessage, prefix: string): IncomingMessage {
  if (prefix !== '' && request.url?.startsWith(prefix) === true) request.url = request.url.slice(prefix.length);
  return request;
}
