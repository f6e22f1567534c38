/** Paths of rules: `HostConfig.Mounts[].Type` → a name, a name, each entry of a list, a name. */

export type Segment = { readonly name: string } | '[]' | '{}';

export function pathOf(text: string): readonly Segment[] {
  return text
    .split(/\.|(?=\[\]|\{\})/)
    .filter((part) => part !== '')
    .map((part) => (part === '[]' || part === '{}' ? part : { name: part }));
}

export function isSame(one: Segment | undefined, other: Segment | undefined): boolean {
  if (typeof one === 'object' && typeof other === 'object') return one.name === other.name;
  return one === other;
}
