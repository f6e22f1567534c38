export type { FlowingBody, HostReply, HostRequest, TakeOver, TakesOver, WholeBody } from './host-message.js';
