/** Concatenates the style sheets of `assets/style` in the order of their numbers. */
import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../assets/style/', import.meta.url);

export function siteStyle(): string {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.css'))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n');
}
