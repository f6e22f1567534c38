/** The stories of a folder, in the order of their names. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readStory } from './read-story.js';
import type { Story } from './story.js';

/** @throws StoryError for the first that cannot be told */
export function storiesIn(folder: string): readonly Story[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.yaml') && file.includes('/') && !file.startsWith('known-failures/'))
    .sort()
    .map((file) => readStory(file.replace(/\.yaml$/, ''), readFileSync(join(folder, file), 'utf8')));
}
