/** Selects events by the filters of a request. */
import type { SystemEventsFilters } from '@lading/types-v1.44';
import { anyOf, hasLabels } from '../filters.js';
import type { EventRecord } from './event-record.js';

export function matchesFilters(
  { type, action, id, attributes, scope }: EventRecord,
  filters: SystemEventsFilters,
): boolean {
  // Matches events of the object itself, and others that concern it, such as a container that joins a network.
  const isAbout = (wantedType: string, wanted: readonly string[] | undefined): boolean =>
    anyOf(wanted, (value) => {
      if (type !== wantedType) return attributes[wantedType] === value;
      return (
        id === value ||
        attributes['name'] === value ||
        (value.length >= 4 && id.startsWith(value)) ||
        (wantedType === 'image' && (id.startsWith(`${value}:`) || attributes['name']?.startsWith(`${value}:`) === true))
      );
    });
  return (
    anyOf(filters.type, (value) => value === type) &&
    anyOf(filters.event, (value) => action === value || action.startsWith(`${value}:`)) &&
    anyOf(filters.scope, (value) => value === scope) &&
    hasLabels(attributes, filters.label) &&
    isAbout('container', filters.container) &&
    isAbout('image', filters.image) &&
    isAbout('volume', filters.volume) &&
    isAbout('network', filters.network) &&
    isAbout('plugin', filters.plugin) &&
    isAbout('node', filters.node) &&
    isAbout('service', filters.service) &&
    isAbout('secret', filters.secret) &&
    isAbout('config', filters.config) &&
    anyOf(filters.daemon, (value) => type === 'daemon' && (id === value || attributes['name'] === value))
  );
}
