/** The everyday programs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export const clients = ['lading', 'dockerode'] as const;

/** A task, the lines that its programs print, and the program with each client. */
export type EverydayProgram = Readonly<Record<'name' | 'task' | (typeof clients)[number], string>> & {
  readonly prints: readonly string[];
};

export const everydayFolder: string = join(import.meta.dirname, 'everyday');

const table = parse(readFileSync(join(everydayFolder, 'programs.yaml'), 'utf8')) as Readonly<
  Record<string, Omit<EverydayProgram, 'name'>>
>;

/** All programs, in alphabetical order. */
export const everydayPrograms: readonly EverydayProgram[] = Object.entries(table).map(([name, program]) => ({
  name,
  ...program,
}));
