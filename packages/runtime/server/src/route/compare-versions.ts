/** Compares versions as engines do: number by number, what is missing or no number being 0. */
export function compareVersions(left: string, right: string): number {
  const [a, b] = [left.split('.'), right.split('.')];
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const difference = numberOf(a[index]) - numberOf(b[index]);
    if (difference !== 0) return difference;
  }
  return 0;
}

function numberOf(text: string | undefined): number {
  const value = Number.parseInt(text ?? '', 10);
  return Number.isNaN(value) ? 0 : value;
}
