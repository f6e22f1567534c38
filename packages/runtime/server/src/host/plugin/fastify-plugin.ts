/** A server as a plugin for Fastify, without needing Fastify itself. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EngineServer } from '../../server/engine-server.js';

/** What the plugin needs of an instance of Fastify. */
export interface FastifyLike {
  readonly prefix: string;
  readonly server: { on(event: string, listener: (...given: never[]) => void): unknown };
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(
    type: string,
    options: object,
    parser: (request: never, payload: never, done: (error: null) => void) => void,
  ): unknown;
  all(path: string, handler: (request: FastifyRequestLike, reply: FastifyReplyLike) => void): unknown;
}

interface FastifyRequestLike {
  /** Of `node:http`. */
  readonly raw: object;
}

interface FastifyReplyLike {
  readonly raw: object;
  hijack(): unknown;
}

/** `app.register(fastifyPlugin(server))`, also with a prefix. Hooks of Fastify decide over upgrades as over other requests. */
export function fastifyPlugin(server: EngineServer): (app: FastifyLike, options: unknown, done: () => void) => void {
  return (app, _options, done) => {
    const prefix = app.prefix.replace(/\/$/, '');
    // The body is the server's: it knows which are JSON and how engines read it.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', {}, (_request, _payload, parsed) => parsed(null));
    app.all('/*', (request, reply) => {
      reply.hijack();
      server.listener(below(request.raw as IncomingMessage, prefix), reply.raw as ServerResponse);
    });
    // Gives what asks for an upgrade back to Fastify, whose own hooks and routes come first.
    app.server.on('upgrade', server.upgrade);
    done();
  };
}

function below(request: IncomingMessage, prefix: string): IncomingMessage {
  if (prefix !== '' && request.url?.startsWith(prefix) === true) request.url = request.url.slice(prefix.length);
  return request;
}
