export type {
  FlowingBody,
  HostResponse,
  HostRequest,
  Hijack,
  DuplexSupport,
  SendResult,
  WholeBody,
} from './host-message.js';
