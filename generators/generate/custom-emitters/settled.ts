/** Waits for a promise of a custom emitter, which may never settle. */

/**
 * Returns the result of a function. Node would end the process without a word when nothing is left to do and the promise is
 * still pending.
 */
export async function settled<Result>(call: () => Result | Promise<Result>): Promise<Result> {
  let report = () => {};
  const never = new Promise<never>((_resolve, reject) => {
    report = () => reject(new Error('its promise never settles'));
  });
  process.once('beforeExit', report);
  try {
    return await Promise.race([call(), never]);
  } finally {
    process.off('beforeExit', report);
  }
}
