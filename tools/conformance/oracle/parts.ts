// The parts of an arm: drivers that need each other's state. Each part starts with an empty engine, so that parts can be recorded
// in parallel, and repeated one by one.

/** The drivers of each part, in their order. Every part begins with `setup`. */
export const parts: Readonly<Record<string, readonly string[]>> = {
  containers: ['setup', 'refusals', 'containers', 'volumes', 'clearContainers', 'system'],
  images: ['setup', 'exec', 'build', 'images', 'networks', 'plugins', 'events'],
  swarm: ['setup', 'joining', 'swarm'],
};

/** Drivers that take seconds, of which a sample is drawn. */
const slow = ['setup', 'containers', 'clearContainers', 'events', 'joining', 'swarm'];
export const quickDrivers = [...new Set(Object.values(parts).flat())].filter((name) => !slow.includes(name));

/** The parts of a client that have any of the drivers, with these drivers alone. The other clients have one part. */
export function partsOf(client: string, drivers: readonly string[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    Object.entries(client === 'http' ? parts : { [client]: drivers })
      .map(([name, own]) => [name, own.filter((driver) => drivers.includes(driver))] as const)
      .filter(([, own]) => own.some((driver) => driver !== 'setup')),
  );
}
