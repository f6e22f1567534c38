/** Serves clients of 1.44 by an implementation of 1.41. */
import type { Conversion } from '@lading/runtime-overlay';
import { newerClientsWith, type NewerClientHooks } from '../gen/index.js';
import { anonymousVolumes } from './hooks/anonymous-volumes.js';
import { createdMountpoints } from './hooks/created-mountpoints.js';
import { dnsNames } from './hooks/dns-names.js';
import { endpointMacAddress } from './hooks/endpoint-mac-address.js';
import { furtherNetworks } from './hooks/further-networks.js';
import { imagesUntil } from './hooks/images-until.js';
import { measuredKinds } from './hooks/measured-kinds.js';
import { oneMeasurementAtATime } from './hooks/one-measurement-at-a-time.js';
import { resizeAfterStart } from './hooks/resize-after-start.js';
import { shallowBinds } from './hooks/shallow-binds.js';
import { stopWithSignal } from './hooks/stop-with-signal.js';
import { swarmState } from './hooks/swarm-state.js';
import { terminalOfStream } from './hooks/terminal-of-stream.js';
import { wantedStreams } from './hooks/wanted-streams.js';

/**
 * Returns the conversion. Hooks may have state, so create one conversion for each implementation.
 *
 * @param hooks hooks that replace the default ones
 */
export function newerClients(hooks: Partial<NewerClientHooks> = {}): Conversion {
  return newerClientsWith({
    furtherNetworks: furtherNetworks(),
    endpointMacAddress: endpointMacAddress(),
    resizeAfterStart: resizeAfterStart(),
    createdMountpoints: createdMountpoints(),
    shallowBinds: shallowBinds(),
    dnsNames: dnsNames(),
    stopWithSignal: stopWithSignal(),
    wantedStreams: wantedStreams(),
    terminalOfStream: terminalOfStream(),
    imagesUntil: imagesUntil(),
    anonymousVolumes: anonymousVolumes(),
    swarmState: swarmState(),
    measuredKinds: measuredKinds(),
    oneMeasurementAtATime: oneMeasurementAtATime(),
    ...hooks,
  });
}
