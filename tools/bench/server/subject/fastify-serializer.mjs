/** Fastify with the JSON schemas of the same document, by which it writes its answers too. */
import { serve } from './fastify.mjs';

/** @param {string} socket @param {string} file @param {boolean} all */
export async function start(socket, file, all) {
  await serve(socket, file, all, true);
}
