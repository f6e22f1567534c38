/** Verifies the code of a custom emitter: its declarations, the names that it declares, and what it imports. */
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { layoutContext } from '../../code/layout/lay-out.js';
import { mentionedIn, ownerOf, type CodeModule, type CodeSymbol, type Declaration } from '../../code/index.js';
import { printStatement } from '../../write/print/print-statement.js';
import { duplicateIn, parse, type DeclaredName, type ParsedCode } from './declared-names.js';
import { outputError, type EmitterCall } from './output-error.js';

export interface OutputContext extends EmitterCall {
  /** The name of the generated package. */
  readonly package: string;
  /** The packages that its code may import. */
  readonly dependencies: ReadonlySet<string>;
  /** The types package of the version, if the emitter needs it, and the names that it exports. */
  readonly types?: { readonly package: string; readonly names: ReadonlySet<string> };
}

/** @throws EMITTER_STRUCTURE for the first declaration that is invalid */
export function assertDeclarations(declarations: readonly Declaration[], context: OutputContext): void {
  if (declarations.length === 0) return;
  assertSymbols(declarations, context);
  const texts = declarations.map((declaration) => textOf(declaration, context));
  const parsed = parse(texts.filter((_text, index) => declarations[index]?.isFormatted !== true));
  const symbols = declarations.flatMap((declaration) => declaration.symbols);
  const modules = new Set(symbols.map(({ home }) => home.path));
  const declared = new Set(symbols.map(keyOf));
  const declaredIn = new Map<string, Set<string>>();
  let next = 0;
  for (const declaration of declarations) {
    const code = declaration.isFormatted === true ? unread(declaration) : parsed[next++];
    if (code === undefined) continue;
    const fail = (reason: string, remedy: string) => outputError(context, `${titleOf(declaration)} ${reason}`, remedy);
    if (code.error !== undefined)
      throw fail(`is not valid TypeScript: ${code.error}`, 'Correct the statements of this declaration');
    const path = declaration.symbols[0]?.home.path ?? '';
    const { names } = code;
    const before = declaredIn.get(path) ?? new Set<string>();
    const duplicate = duplicateIn(names) ?? names.find(({ name }) => before.has(name))?.name;
    if (duplicate !== undefined)
      throw fail(
        `declares "${duplicate}" a second time in this module`,
        'Declare each name once, or in another module',
      );
    declaredIn.set(path, before);
    for (const { name } of names) before.add(name);
    for (const symbol of declaration.symbols) {
      const problem = exportProblem(symbol, names);
      if (problem !== undefined) throw fail(problem.reason, problem.remedy);
    }
    for (const specifier of code.imported) {
      if (specifier.startsWith('.')) {
        const target = posix.join(posix.dirname(path), specifier).replace(/\.js$/, '.ts');
        if (!modules.has(target) && target !== 'gen/index.ts')
          throw fail(`imports "${specifier}", but no declaration is in ${target}`, 'Correct the import');
      } else assertDependency(specifier, fail, context);
    }
    for (const symbol of mentionedIn(declaration.statements)) assertMention(symbol, declared, fail, context);
  }
}

/**
 * Asserts that modules are of this package, and that it depends on the packages that they mention. The generator lays out their
 * statements, so they are not parsed.
 *
 * @throws EMITTER_STRUCTURE
 */
export function assertModules(modules: readonly CodeModule[], context: OutputContext): void {
  for (const { path, package: owner, declarations, reexports } of modules) {
    const fail = (reason: string, remedy: string) => outputError(context, `the module ${path} ${reason}`, remedy);
    if (ownerOf(owner) !== context.package)
      throw fail(`is of "${owner}"`, 'Create modules with "package" of the request');
    const mentioned = mentionedIn(declarations.map(({ statements }) => statements));
    for (const { home } of [...mentioned, ...reexports])
      if (ownerOf(home.package) !== context.package) assertDependency(home.package, fail, context);
  }
}

/** Code for which its emitter vouches. */
function unread({ symbols }: Declaration): ParsedCode {
  return {
    names: symbols.map(({ name, value }) => ({ name, isExported: true, isType: value !== true })),
    imported: [],
  };
}

type Fail = (reason: string, remedy: string) => Error;

/** Asserts that each symbol is of this package, and that the package has one declaration of its name. */
function assertSymbols(declarations: readonly Declaration[], context: OutputContext): void {
  const homes = new Map<string, string>();
  for (const declaration of declarations) {
    const [first] = declaration.symbols;
    for (const { name, home } of declaration.symbols) {
      const fail = (reason: string, remedy: string) =>
        outputError(context, `${titleOf(declaration)} ${reason}`, remedy);
      if (home.package !== context.package)
        throw fail(
          `has a symbol of "${home.package}"`,
          'Create the symbols of declarations with "symbol" of the request',
        );
      if (home.path !== first?.home.path)
        throw fail(`has symbols of several modules, ${first?.home.path} and ${home.path}`, 'Split the declaration');
      const other = homes.get(name);
      if (other !== undefined)
        throw fail(
          `has the name of another declaration, in ${other}`,
          'The package exports all names from its index: give each declaration another one, for example with "identifiersFor"',
        );
      homes.set(name, home.path);
    }
  }
}

function keyOf({ name, home }: CodeSymbol): string {
  return JSON.stringify([home.path, name]);
}

/** @param declared the keys of the symbols of all declarations */
function assertMention(symbol: CodeSymbol, declared: ReadonlySet<string>, fail: Fail, context: OutputContext): void {
  const { name, home } = symbol;
  if (home.package !== context.package) {
    assertDependency(home.package, fail, context);
    if (home.package === context.types?.package && !context.types.names.has(name))
      throw fail(`mentions "${name}", which "${home.package}" does not export`, 'Use the names that "types" returns');
    return;
  }
  if (!declared.has(keyOf(symbol)))
    throw fail(
      `mentions "${name}" of ${home.path}, which no declaration declares`,
      'Add the declaration, or correct the symbol',
    );
}

function assertDependency(specifier: string, fail: Fail, { dependencies, types, package: own }: OutputContext): void {
  if (isBuiltin(specifier)) return;
  const [name] = /^(@[^/]+\/)?[^/]+/.exec(specifier) ?? [specifier];
  if (name === own || name === types?.package || dependencies.has(name)) return;
  throw fail(
    `imports "${name}", which the package does not depend on`,
    `Add "${name}" with its version range to "dependencies" of the manifest; packages of the version need \`needs: ['types']\``,
  );
}

function exportProblem(
  { name, value }: CodeSymbol,
  names: readonly DeclaredName[],
): { readonly reason: string; readonly remedy: string } | undefined {
  const declared = names.filter((each) => each.name === name);
  if (declared.length === 0 && names.some((each) => each.name === '*')) return undefined;
  if (declared.length === 0)
    return { reason: `does not declare its symbol "${name}"`, remedy: 'Use the name of the symbol in the statements' };
  if (!declared.some(({ isExported }) => isExported))
    return { reason: `does not export "${name}"`, remedy: 'Write "export" before its declaration' };
  if (value === true && declared.every(({ isType }) => isType))
    return {
      reason: `declares "${name}" only as a type`,
      remedy: `Create the symbol with the kind 'type'`,
    };
  return undefined;
}

function textOf(declaration: Declaration, context: OutputContext): string {
  try {
    const layout = layoutContext({});
    return declaration.statements
      .map((statement) => {
        assertPlain(statement);
        return printStatement(statement, layout);
      })
      .join('\n\n');
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    throw outputError(
      context,
      `${titleOf(declaration)} has statements that cannot be printed: ${reason}`,
      'Write each statement as a string, or as a structure of ts-morph without functions',
    );
  }
}

/** A statement is data: its copy in JSON would lack anything else. */
function assertPlain(value: unknown, around: readonly unknown[] = []): void {
  if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint')
    throw new Error(`a ${typeof value} is no data`);
  if (typeof value !== 'object' || value === null) return;
  if (around.includes(value)) throw new Error('an object contains itself');
  for (const inner of Object.values(value)) assertPlain(inner, [...around, value]);
}

function titleOf({ symbols }: Declaration): string {
  return `the declaration "${symbols[0]?.name ?? ''}" in ${symbols[0]?.home.path ?? ''}`;
}
