/** The settings of the client's measurement. */

/** @param {boolean} quick @param {(text: string) => void} progress @returns {import('./measure-client.mjs').Settings} */
export function settingsOf(quick, progress) {
  return quick
    ? { rounds: 3, passes: 1, seconds: 0.4, bytes: 256e6, progress }
    : { rounds: 11, passes: 5, seconds: 0.4, bytes: 1e9, progress };
}
