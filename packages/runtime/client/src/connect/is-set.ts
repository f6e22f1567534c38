/** Tells whether a variable of the environment has a value: an empty one counts as missing. */
export function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}
