/** Finds what a request lost on its way to a handler, although its response does not say so. */
import { missingIn } from './variants.mjs';

/**
 * @param {unknown} sent the body
 * @param {unknown} arrived
 * @param {string} header `Lading-Loss` of the response
 * @param {readonly { readonly rule: { readonly recursion?: readonly Recursion[] } }[]} rules those that lose something
 * @param {readonly string[]} [moved] places whose values rules move
 * @returns {{ readonly losses: readonly string[], readonly silent: string | undefined }} all places, and the first that is not reported
 */
export function lossesOf(sent, arrived, header, rules, moved = []) {
  const losses = missingIn(sent, arrived).filter((place) => !moved.includes(place));
  const reported = [...header.matchAll(/"((?:[^"\\\\]|\\\\.)*)";message/g)].map(([, place = '']) => patternOf(place));
  const recursion = rules.flatMap(({ rule }) => rule.recursion ?? []);
  const silent = losses.find((place) => !reported.some((pattern) => pattern.test(outermost(place, recursion))));
  return { losses, silent };
}

/** @typedef {{ readonly at: string, readonly like: string }} Recursion */

/** Returns the place as rules name it: at the first depth of recursive schemas. @param {string} place @param {readonly Recursion[]} recursion @returns {string} */
function outermost(place, recursion) {
  const found = recursion.find(({ at }) => place.startsWith(`${at}.`));
  return found === undefined ? place : outermost(`${found.like}${place.slice(found.at.length)}`, recursion);
}

/** Returns a pattern for the places that a rule addresses: `{}` is any name. @param {string} place */
function patternOf(place) {
  const parts = unescaped(place)
    .split(/(?<!\\)\{\}/)
    .map(unescaped);
  return new RegExp(`^${parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('\\.[^.]*')}$`);
}

/** Names are escaped in a path, and the path in the header. @param {string} text */
function unescaped(text) {
  return text.replace(/\\(.)/g, '$1');
}
