/** Whether two JSON values are equal. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [mine, theirs] = [Object.entries(one), new Map<string, unknown>(Object.entries(other))];
  return (
    mine.length === theirs.size && mine.every(([name, value]) => theirs.has(name) && isEqual(value, theirs.get(name)))
  );
}
