/** Describes an event in responses. */
import type { EventMessage } from '@lading/types-v1.44';
import { inMicroseconds } from '../values/date-time.js';
import type { EventRecord } from '../state/event-record.js';

export function eventMessage({ type, action, id, attributes, scope, time }: EventRecord): EventMessage {
  return {
    // Old clients, which do not know event types, read these three properties.
    ...((type === 'container' || type === 'image') && {
      status: action,
      id,
      ...(type === 'container' && attributes['image'] !== undefined && { from: attributes['image'] }),
    }),
    Type: type,
    Action: action,
    Actor: { ID: id, Attributes: { ...attributes } },
    scope,
    time: Math.floor(time / 1000),
    timeNano: inMicroseconds(time) * 1000,
  };
}
