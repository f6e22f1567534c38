/** Placement constraints: expressions on nodes, such as `node.labels.zone == a`. */

export interface PlacementConstraint {
  readonly key: string;
  readonly isEqual: boolean;
  readonly value: string;
}

/** What constraints and preferences can name of a node. */
export interface ConstrainedNode {
  readonly id: string;
  readonly hostname: string;
  readonly role: string;
  readonly address: string;
  readonly os: string;
  readonly architecture: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly engineLabels: Readonly<Record<string, string>>;
}

/** @throws Error for an invalid expression, with the engine's message */
export function parseConstraint(text: string): PlacementConstraint {
  const [, left, operator = '', right = ''] = /^(.*?)(==|!=)(.*)$/.exec(text) ?? [];
  if (left === undefined) throw new Error('constraint expected one operator from ==, !=');
  const [key, value] = [left.trim(), right.trim()];
  if (!/^[a-z0-9][a-z0-9\-_.]+$/i.test(key)) throw new Error(`key '${key}' is invalid`);
  if (!/^[a-z0-9:\-_\s.*()?+[\]\\^$|/]+$/i.test(value)) throw new Error(`value '${value}' is invalid`);
  return { key, isEqual: operator === '==', value };
}

export function fulfills(node: ConstrainedNode, constraints: readonly PlacementConstraint[]): boolean {
  return constraints.every(({ key, isEqual, value }) => {
    const actual = propertyOf(node, key);
    if (actual === undefined) return false;
    const isMatch = key.toLowerCase().startsWith('node.ip') ? actual === value : equals(actual, value);
    return isMatch === isEqual;
  });
}

/** Returns a property of a node; an empty string for an absent label, undefined for a key that does not exist. */
export function propertyOf(node: ConstrainedNode, key: string): string | undefined {
  const [, kind = '', label = ''] = /^(node|engine)\.labels\.(.+)$/i.exec(key) ?? [];
  const labels = kind.toLowerCase() === 'node' ? node.labels : node.engineLabels;
  if (kind !== '') return Object.hasOwn(labels, label) ? (labels[label] ?? '') : '';
  const properties: Readonly<Record<string, string>> = {
    'node.id': node.id,
    'node.hostname': node.hostname,
    'node.role': node.role,
    'node.ip': node.address,
    'node.platform.os': node.os,
    'node.platform.arch': node.architecture,
  };
  return Object.hasOwn(properties, key.toLowerCase()) ? properties[key.toLowerCase()] : undefined;
}

function equals(actual: string, value: string): boolean {
  return architectureOf(actual.toLowerCase()) === architectureOf(value.toLowerCase());
}

/** Returns one name for the names of an architecture. */
export function architectureOf(name: string): string {
  return { x86_64: 'amd64', 'x86-64': 'amd64', aarch64: 'arm64' }[name] ?? name;
}
