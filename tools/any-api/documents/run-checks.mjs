/** Runs checks of a sample, as many as there is time for. */

/**
 * Runs checks of several kinds, which progress evenly, so that a run that ends early has some of each.
 * @template T
 * @param {readonly (readonly (() => Promise<T>)[])[]} kinds
 * @param {{ minutes?: number, concurrency?: number, progress: (result: T) => void }} options no check begins after `minutes`
 * @returns {Promise<T[][]>} the results of each kind
 */
export async function runChecks(kinds, { minutes = Infinity, concurrency = 1, progress }) {
  const deadline = Date.now() + minutes * 60_000;
  /** @type {T[][]} */
  const results = kinds.map(() => []);
  const waiting = kinds
    .flatMap((checks, kind) => checks.map((check, index) => ({ check, kind, at: (index + 1) / checks.length })))
    .sort((one, other) => one.at - other.at);
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined && Date.now() < deadline; next = waiting.shift()) {
      const result = await next.check();
      results[next.kind]?.push(result);
      progress(result);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return results;
}
