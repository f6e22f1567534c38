/** Rewrites programs that use dockerode, and keeps what compiles. */
import { resolve } from 'node:path';
import { Node, type Diagnostic, type SourceFile } from 'ts-morph';
import { closeEngines } from './close-engines.js';
import { annotateParameters, withoutAnnotations } from './parameters.js';
import { Pending } from './pending.js';
import { closeProject, errorsIn, isJavaScript, messageOf, openProject } from './project.js';
import { Rewriter, type Step } from './rewriter.js';

/** A place that a person has to rewrite, because of which a file is left as it was. */
export type ManualStep = Step;

export interface Migrated {
  /** The source, as it was if there is a reason. */
  readonly source: string;
  /** The number of calls that were rewritten. */
  readonly rewritten: number;
  /** Why the file is left as it was: each place, with what to write. */
  readonly reasons: readonly ManualStep[];
  /** What to check in the rewritten file. */
  readonly notes: readonly ManualStep[];
}

/** How often errors are repaired by `!`, since each repair can show the next error. */
const repairs = 4;

/**
 * Rewrites files that belong together. A file is rewritten as a whole, if all of its uses of dockerode have a counterpart and the
 * result compiles, or left as it was; files without dockerode are returned unchanged.
 *
 * @param files the sources by path; the extension says which language a file is in
 */
export function migrate(files: ReadonlyMap<string, string>): ReadonlyMap<string, Migrated> {
  const project = openProject(files);
  const paths = [...files.keys()];
  const fileAt = (path: string): SourceFile => project.getSourceFileOrThrow(resolve(path));
  const before = new Map(paths.map((path) => [path, keysOf(errorsIn(fileAt(path)))]));
  annotateParameters(paths.map(fileAt));
  const pending = new Pending(paths.map(fileAt));
  const drafts = new Map<string, Migrated>();
  for (const path of paths) {
    const rewriter = new Rewriter(fileAt(path), pending);
    const source = withoutAnnotations(rewriter.result());
    const { rewritten, reasons, omitted } = rewriter;
    drafts.set(path, { source, rewritten, reasons, notes: omitted.map((advice) => ({ line: 1, advice })) });
  }
  const original = (path: string): string => files.get(path) ?? '';
  const setText = (path: string, text: string): void => void fileAt(path).replaceWithText(text);
  for (const path of paths) {
    const { source, reasons } = drafts.get(path) as Migrated;
    setText(path, reasons.length > 0 || source === original(path) ? original(path) : source);
  }
  const rewritten = paths.filter((path) => isDraft(drafts.get(path), original(path)));
  closeEngines(rewritten.map(fileAt));
  repair(rewritten.map(fileAt));
  // A file that is left as it was can break those that use it.
  for (let isChanged = true; isChanged;) {
    isChanged = false;
    for (const path of paths) {
      const draft = drafts.get(path) as Migrated;
      if (!isDraft(draft, original(path))) continue;
      const earlier = before.get(path) ?? new Set();
      const errors = errorsIn(fileAt(path)).filter((one) => !earlier.has(keyOf(one)));
      if (errors.length === 0) continue;
      drafts.set(path, { ...draft, reasons: errors.map((one) => stepOf(one)) });
      setText(path, original(path));
      isChanged = true;
    }
  }
  const results = new Map(
    paths.map((path): [string, Migrated] => {
      const draft = drafts.get(path) as Migrated;
      const isLeft = draft.reasons.length > 0;
      if (isLeft) return [path, { ...draft, source: original(path), rewritten: 0 }];
      const notes = notesOf(fileAt(path), draft.notes);
      return [path, { ...draft, source: encodedAs(original(path), fileAt(path).getFullText()), notes }];
    }),
  );
  closeProject(project, paths.map(fileAt));
  return results;
}

/** The text with the line ends and the byte order mark of the original, both of which the project leaves out. */
function encodedAs(original: string, text: string): string {
  if (text === original.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')) return original;
  const lines = original.includes('\r\n') ? text.replaceAll(/\r?\n/g, '\r\n') : text;
  return original.startsWith('\uFEFF') ? `\uFEFF${lines.replace(/^\uFEFF/, '')}` : lines;
}

/** What connecting leaves out, and an engine that is opened and that nothing in the file closes. */
function notesOf(file: SourceFile, omitted: readonly Step[]): Step[] {
  const text = file.getFullText();
  const line = 1 + text.split('\n').findIndex((one) => /\b(connect|ladingConnect\d*)\(/.test(one));
  const notes = omitted.map((note) => ({ ...note, line }));
  if (line === 0 || /\.close\(\)/.test(text) || !text.includes('@lading/client')) return notes;
  const advice = 'close() ends the connections of this engine: call it where the program needs it no longer';
  return [...notes, { line, advice }];
}

function isDraft(draft: Migrated | undefined, original: string): boolean {
  return draft !== undefined && draft.reasons.length === 0 && draft.source !== original;
}

function keyOf(error: Diagnostic): string {
  return `${error.getCode()} ${messageOf(error)}`;
}

function keysOf(errors: readonly Diagnostic[]): ReadonlySet<string> {
  return new Set(errors.map(keyOf));
}

function stepOf(error: Diagnostic): Step {
  const statement =
    error
      .getSourceFile()
      ?.getDescendantAtPos(error.getStart() ?? 0)
      ?.getParent()
      ?.getText()
      .split('\n')[0]
      ?.trim() ?? '';
  return {
    line: error.getLineNumber() ?? 1,
    advice: `\`${statement.slice(0, 80)}\` would not compile: ${messageOf(error)}`,
  };
}

/** Responses have properties that an engine may leave out, which dockerode's types promise: `!` keeps what the program assumes. */
function repair(files: readonly SourceFile[]): void {
  for (let round = 0; round < repairs; round++) {
    let isChanged = false;
    for (const file of files) {
      if (isJavaScript(file)) continue;
      const places = new Set(errorsIn(file).flatMap((error) => placeOf(file, error)));
      if (places.size === 0) continue;
      let text = file.getFullText();
      for (const place of [...places].sort((a, b) => b - a)) text = `${text.slice(0, place)}!${text.slice(place)}`;
      file.replaceWithText(text);
      isChanged = true;
    }
    if (!isChanged) return;
  }
}

/** Where `!` belongs for an error about a value that can be undefined. */
function placeOf(file: SourceFile, error: Diagnostic): number[] {
  const [start, length] = [error.getStart(), error.getLength()];
  if (start === undefined || length === undefined) return [];
  if ([2531, 2532, 2533, 18047, 18048, 18049].includes(error.getCode())) return [start + length];
  if (![2322, 2345].includes(error.getCode())) return [];
  const node = file.getDescendantAtPos(start);
  for (let one: Node | undefined = node; one !== undefined && !Node.isStatement(one); one = one.getParent()) {
    const value =
      Node.isPropertyAssignment(one) || Node.isVariableDeclaration(one)
        ? one.getInitializer()
        : Node.isReturnStatement(one)
          ? one.getExpression()
          : one;
    if (value === undefined || !Node.isExpression(value)) continue;
    const isWhole = value.getStart() === start || value !== one;
    const isOpen =
      Node.isPropertyAccessExpression(value) || Node.isIdentifier(value) || Node.isElementAccessExpression(value);
    if (
      isWhole &&
      isOpen &&
      (value.getEnd() >= start + length || value !== one) &&
      value.getType().isNullable() &&
      !value.getType().isAny()
    )
      return [value.getEnd()];
  }
  return [];
}
