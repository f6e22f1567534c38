// The operations of the read targets, for the rules of `normalise.yaml`: the document, which has them all, takes a second to bundle.

const names: readonly (readonly [pattern: RegExp, operation: string])[] = [
  [/^\/containers\/json$/, 'ContainerList'],
  [/^\/containers\/.*\/json$/, 'ContainerInspect'],
  [/^\/containers\/.*\/top$/, 'ContainerTop'],
  [/^\/containers\/.*\/changes$/, 'ContainerChanges'],
  [/^\/containers\/.*\/stats$/, 'ContainerStats'],
  [/^\/images\/json$/, 'ImageList'],
  [/^\/images\/.*\/json$/, 'ImageInspect'],
  [/^\/images\/.*\/history$/, 'ImageHistory'],
  [/^\/networks$/, 'NetworkList'],
  [/^\/networks\//, 'NetworkInspect'],
  [/^\/volumes$/, 'VolumeList'],
  [/^\/volumes\//, 'VolumeInspect'],
  [/^\/system\/df$/, 'SystemDataUsage'],
  [/^\/info$/, 'SystemInfo'],
  [/^\/plugins$/, 'PluginList'],
  [/^\/swarm$/, 'SwarmInspect'],
  [/^\/nodes$/, 'NodeList'],
  [/^\/nodes\//, 'NodeInspect'],
  [/^\/services$/, 'ServiceList'],
  [/^\/services\//, 'ServiceInspect'],
  [/^\/tasks$/, 'TaskList'],
  [/^\/tasks\//, 'TaskInspect'],
  [/^\/secrets$/, 'SecretList'],
  [/^\/secrets\//, 'SecretInspect'],
  [/^\/configs$/, 'ConfigList'],
  [/^\/configs\//, 'ConfigInspect'],
];

/** @param path with or without a version; an empty name is returned for a path that no rule is about */
export function operationName(path: string): string {
  const bare = path.replace(/^\/v\d+\.\d+(?=\/)/, '').replace(/\?.*$/, '');
  return names.find(([pattern]) => pattern.test(bare))?.[1] ?? '';
}
