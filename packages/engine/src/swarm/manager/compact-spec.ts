/** Removes from a specification what engines leave out: unset values, and values that mean the same. */

/** Properties that are present in each object that may have them. */
const alwaysPresent: ReadonlySet<string> = new Set([
  ...['ForceUpdate', 'Parallelism', 'MaxFailureRatio', 'MaxAttempts', 'Replicas', 'NoNewPrivileges', 'Init'],
  ...['Disable', 'User', 'Role', 'Type', 'Level', 'Soft', 'Hard', 'UID', 'GID', 'Mode', 'ConfigID', 'ConfigName'],
  ...['SecretID', 'SecretName', 'StopGracePeriod'],
]);

/** Properties that are maps: an empty map means the same as none. */
const maps: ReadonlySet<string> = new Set(['Labels', 'Options', 'Sysctls', 'DriverOpts']);

/** Objects in which every given property stays. */
const completeObjects: ReadonlySet<string> = new Set(['File', 'SELinuxContext']);

export function compactSpec(value: unknown, name = '', isComplete = false): unknown {
  if (Array.isArray(value)) return value.map((each) => compactSpec(each, name));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([key, given]): [string, unknown][] => {
    if (given === null || given === undefined) return [];
    if (name === 'Labels' || name === 'Options') return [[key, given]];
    const compact = compactSpec(given, key, completeObjects.has(key));
    const isUnset = compact === '' || compact === 0 || compact === false || isEmpty(compact, key);
    // An empty user or role is left out, except in objects that are complete.
    const isKept = isComplete || (alwaysPresent.has(key) && compact !== '' && !isEmpty(compact, key));
    return isUnset && !isKept ? [] : [[key, compact]];
  });
  return Object.fromEntries(entries);
}

function isEmpty(value: unknown, name: string): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return maps.has(name) && typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
