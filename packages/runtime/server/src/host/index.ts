export type { FlowingBody, HostResponse, HostRequest, Hijack, DuplexSupport, WholeBody } from './host-message.js';
