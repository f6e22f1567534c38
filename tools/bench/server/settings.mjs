/** The settings of the server's measurement. */

/** @param {boolean} quick @param {(text: string) => void} progress @returns {import('./measure-server.mjs').Settings} */
export function settingsOf(quick, progress) {
  return quick
    ? { rounds: 3, seconds: 0.4, connections: 16, progress }
    : { rounds: 11, seconds: 0.8, connections: 16, progress };
}
