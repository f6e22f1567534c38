/** Which values engines hold by a pointer, so that null takes away what an earlier, equal key has set. */

/** By name. No contract says it, and it matters only where a property is given more than once. */
const names: ReadonlySet<string> = new Set([
  // Of containers and their updates.
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
  // Of networks and volumes.
  'IPAM',
  'ConfigFrom',
  'ClusterVolumeSpec',
  'AccessMode',
  'MountVolume',
  'BlockVolume',
  'AccessibilityRequirements',
  'CapacityRange',
  // Of services and the swarm.
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

/** @param path the property, with the one around it: `TaskTemplate.RestartPolicy` */
export function isHeldByPointer(path: string): boolean {
  return names.has(path) || names.has(path.slice(path.lastIndexOf('.') + 1));
}
