/** The conversion hooks. Each is for one difference, and all versions between which it exists share it. */
export { anonymousVolumes } from './anonymous-volumes.js';
export { consoleSizeOnWindows } from './console-size-on-windows.js';
export { createdMountpoints } from './created-mountpoints.js';
export { dnsNames } from './dns-names.js';
export { endpointMacAddress } from './endpoint-mac-address.js';
export { furtherNetworks } from './further-networks.js';
export { imagesUntil } from './images-until.js';
export { measuredKinds } from './measured-kinds.js';
export { nonRecursiveReadOnly } from './non-recursive-read-only.js';
export { oneMeasurementAtATime } from './one-measurement-at-a-time.js';
export { resizeAfterStart } from './resize-after-start.js';
export { shallowBinds } from './shallow-binds.js';
export { stopWithSignal } from './stop-with-signal.js';
export { swarmState } from './swarm-state.js';
export { terminalOfStream } from './terminal-of-stream.js';
export { unseenClusterVolume } from './unseen-cluster-volume.js';
export { wantedStreams } from './wanted-streams.js';
