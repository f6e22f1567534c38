/** Fastify with the JSON schemas of the same document, which also serialize its responses. */
import { serve } from './fastify.mjs';

/** @param {string} socket @param {string} file @param {boolean} all */
export async function start(socket, file, all) {
  await serve(socket, file, all, true);
}
