/** Selects events by the filters of a request. */
import type { SystemEventsFilters } from '@lading/types-v1.44';
import { anyOf, hasLabels } from '../values/filters.js';
import type { EventRecord } from '../state/event-record.js';

export function matchesFilters(
  { type, action, id, attributes, scope }: EventRecord,
  filters: SystemEventsFilters,
): boolean {
  // Engines look at the beginnings of the id and the name, whatever the type is.
  const isAbout = (wanted: readonly string[] | undefined): boolean =>
    anyOf(wanted, (value) => id.startsWith(value) || attributes['name']?.startsWith(value) === true);
  // Events of containers are those of their image too.
  const image = attributes[type === 'image' ? 'name' : 'image'] ?? '';
  const isOfImage = (wanted: readonly string[] | undefined): boolean =>
    anyOf(wanted, (value) => [id, image, withoutTag(id), withoutTag(image)].includes(value));
  return (
    anyOf(filters.type, (value) => value === type) &&
    anyOf(filters.event, (value) => action === value || action.startsWith(`${value}:`)) &&
    anyOf(filters.scope, (value) => value === scope) &&
    hasLabels(attributes, filters.label) &&
    isAbout(filters.container) &&
    isOfImage(filters.image) &&
    isAbout(filters.volume) &&
    isAbout(filters.network) &&
    isAbout(filters.plugin) &&
    isAbout(filters.node) &&
    isAbout(filters.service) &&
    isAbout(filters.secret) &&
    isAbout(filters.config) &&
    anyOf(filters.daemon, (value) => type === 'daemon' && (id === value || attributes['name'] === value))
  );
}

function withoutTag(name: string): string {
  return name.replace(/:[^:/]*$/, '');
}
