/** Properties that engines hold by a pointer, so that null removes the value of an earlier equal key. */

/**
 * The names of the properties. No contract contains this, and it matters only if a property is given more than once.
 */
const pointerNames: ReadonlySet<string> = new Set([
  // Containers and their updates.
  'HostConfig',
  'NetworkingConfig',
  'Healthcheck',
  'StopTimeout',
  'MemorySwappiness',
  'OomKillDisable',
  'PidsLimit',
  'Init',
  'BindOptions',
  'VolumeOptions',
  'TmpfsOptions',
  'ClusterOptions',
  'DriverConfig',
  'IPAMConfig',
  // Networks and volumes.
  'IPAM',
  'ConfigFrom',
  'ClusterVolumeSpec',
  'AccessMode',
  'MountVolume',
  'BlockVolume',
  'AccessibilityRequirements',
  'CapacityRange',
  // Services and the swarm.
  'ContainerSpec',
  'PluginSpec',
  'NetworkAttachmentSpec',
  'Privileges',
  'CredentialSpec',
  'SELinuxContext',
  'Seccomp',
  'AppArmor',
  'DNSConfig',
  'StopGracePeriod',
  'File',
  'Resources',
  'Limits',
  'Reservations',
  'TaskTemplate.RestartPolicy',
  'Delay',
  'MaxAttempts',
  'Window',
  'Placement',
  'Spread',
  'LogDriver',
  'UpdateConfig',
  'RollbackConfig',
  'EndpointSpec',
  'Replicated',
  'Global',
  'ReplicatedJob',
  'GlobalJob',
  'Replicas',
  'MaxConcurrent',
  'TotalCompletions',
  'TaskHistoryRetentionLimit',
  'KeepOldSnapshots',
  'Templating',
]);

/**
 * Tells whether engines hold a property by a pointer.
 *
 * @param path the property with its parent: `TaskTemplate.RestartPolicy`
 */
export function isHeldByPointer(path: string): boolean {
  return pointerNames.has(path) || pointerNames.has(path.slice(path.lastIndexOf('.') + 1));
}
