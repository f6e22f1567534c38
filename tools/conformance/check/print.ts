// Formats reports as text.

import type { Report } from './check.js';
import type { Observed, Position } from './observe.js';

export function printReport(report: Report): string {
  const { bodies, operations, failures } = report;
  const checked = bodies.requests + bodies.responses;
  const share = operations.documented === 0 ? 0 : (100 * operations.succeeded.length) / operations.documented;
  return [
    `version ${report.version}: ${report.exchanges} exchanges, ${checked} bodies checked (${bodies.requests} requests, ${bodies.responses} responses), ${bodies.fitting} match`,
    `operations that succeeded: ${operations.succeeded.length} of ${operations.documented} (${share.toFixed(1)} %)`,
    ...(operations.missing.length > 0 ? [`  never: ${operations.missing.join(', ')}`] : []),
    `failures: ${failures.length}`,
    ...failures.map(({ operation, where, pointer, keyword, count, example }) =>
      [
        `  ${count}× ${operation} ${where}: ${keyword} at ${pointer}`,
        `      ${example.at || '/'} ${example.message}, is ${short(example.value)} (${example.engine} ${example.client}: ${example.call.slice(0, 120)})`,
      ].join('\n'),
    ),
    ...Object.entries(report.unknown).map(([call, count]) => `  no operation for ${call}, ${count}×`),
  ].join('\n');
}

export function printObserved(observed: Observed): string {
  return [
    '# Responses',
    ...section(observed.responses),
    '# Requests',
    ...section(observed.requests),
    '# Query parameters that are not documented',
    ...[...observed.parameters].map(([operation, names]) => `${operation}: ${[...names].sort().join(', ')}`),
  ].join('\n');
}

function section(positions: ReadonlyMap<string, Position>): string[] {
  return [...positions]
    .sort(([a], [b]) => a.localeCompare(b))
    .flatMap(([at, position]) => [`## ${at} (${position.count})`, ...lines(position)]);
}

function lines({ count, seen, properties }: Position): string[] {
  const entries = [...properties].sort(([a], [b]) => a.localeCompare(b));
  const always = entries.filter(([, property]) => property.documented && property.present === count);
  const rows = entries.map(([name, property]) => {
    const words = [`${property.present}/${count}`, [...property.types].sort().join('|') || 'never seen'];
    if (!property.documented) words.push('NOT DOCUMENTED');
    if (property.required && property.present < count) words.push('REQUIRED, NOT ALWAYS PRESENT');
    if (property.nulls > 0) words.push(`null ${property.nulls}×`);
    if (property.outside.size > 0)
      words.push(`NOT IN THE ENUM: ${[...property.outside].map(([value, times]) => `${value} ${times}×`).join(', ')}`);
    if (property.present > 0 && property.present < count) words.push(`always in: ${everywhere(seen, property.seen)}`);
    if (!property.documented || property.present < count)
      words.push(`e.g. ${[...property.examples].slice(0, 2).join(' , ')}`);
    return `  ${name}: ${words.join('; ')}`;
  });
  const candidates = always.filter(([, property]) => !property.required).map(([name]) => name);
  return [...(candidates.length > 0 ? [`  required candidates: ${candidates.join(', ')}`] : []), ...rows];
}

/** The sources (engine and operation) in which a property is always present, of a property that is absent in others. */
function everywhere(all: ReadonlyMap<string, number>, seen: ReadonlyMap<string, number>): string {
  const sources = [...all].filter(([source, count]) => seen.get(source) === count).map(([source]) => source);
  return sources.length === 0 ? 'none' : sources.slice(0, 12).join(', ');
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
