/** How thoroughly the client is measured. */

/** @param {boolean} quick @param {(text: string) => void} progress @returns {import('./measure-client.mjs').Settings} */
export function settingsOf(quick, progress) {
  return quick
    ? { rounds: 3, seconds: 0.4, bytes: 256e6, progress }
    : { rounds: 15, seconds: 0.5, bytes: 1e9, progress };
}
