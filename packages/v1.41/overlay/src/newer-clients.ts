/** Clients of 1.44 before an implementation of 1.41. */
import type { Conversion } from '@lading/runtime-overlay';
import { newerClientsWith, type NewerClientSteps } from '../gen/index.js';
import { anonymousVolumes } from './steps/anonymous-volumes.js';
import { createdMountpoints } from './steps/created-mountpoints.js';
import { dnsNames } from './steps/dns-names.js';
import { endpointMacAddress } from './steps/endpoint-mac-address.js';
import { furtherNetworks } from './steps/further-networks.js';
import { imagesUntil } from './steps/images-until.js';
import { measuredKinds } from './steps/measured-kinds.js';
import { oneMeasurementAtATime } from './steps/one-measurement-at-a-time.js';
import { resizeAfterStart } from './steps/resize-after-start.js';
import { shallowBinds } from './steps/shallow-binds.js';
import { stopWithSignal } from './steps/stop-with-signal.js';
import { swarmState } from './steps/swarm-state.js';
import { terminalOfStream } from './steps/terminal-of-stream.js';
import { wantedStreams } from './steps/wanted-streams.js';

/** Steps may remember what they saw: make one conversion for each implementation. @param steps in the place of ours */
export function newerClients(steps: Partial<NewerClientSteps> = {}): Conversion {
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
    ...steps,
  });
}
