/** Tells the compiler what untyped parameters of JavaScript are, for the time of the analysis. */
import { Node, type ParameterDeclaration, type SourceFile } from 'ts-morph';
import { isJavaScript } from './project.js';
import { subjectOf, symbolOf } from './subjects.js';
import type { Subject } from './rules.js';

const names = /^_?docker(ode)?(client)?$/i;
const rounds = 3;

/** By what the calls pass; a parameter whose calls are not known is dockerode if it is called so. */
export function annotateParameters(files: readonly SourceFile[]): void {
  const scripts = files.filter(isJavaScript);
  for (let round = 0; round < rounds; round++) {
    const found = scripts.map((file) => ({ file, places: placesIn(file) }));
    if (found.every(({ places }) => places.length === 0)) return;
    for (const { file, places } of found) {
      let text = file.getFullText();
      for (const { start, type } of places.sort((a, b) => b.start - a.start))
        text = `${text.slice(0, start)}/** @type {import('dockerode')${type} ${end} */ ${text.slice(start)}`;
      if (places.length > 0) file.replaceWithText(text);
    }
  }
}

/** The source without what was written for the analysis. */
export function withoutAnnotations(source: string): string {
  return source.replaceAll(/\/\*\* @type \{import\('dockerode'\)[\w.]*\} \u0001 \*\/ /g, '');
}

const end = '\u0001';

function placesIn(file: SourceFile): { readonly start: number; readonly type: string }[] {
  const passed = new Map<unknown, Subject>();
  file.forEachDescendant((node) => {
    if (!Node.isCallExpression(node) && !Node.isNewExpression(node)) return;
    const declaration = symbolOf(node.getExpression())?.getValueDeclaration();
    const owner = Node.isVariableDeclaration(declaration) ? declaration.getInitializer() : declaration;
    const called = Node.isClassDeclaration(owner) ? owner.getConstructors()[0] : owner;
    if (called === undefined || !('getParameters' in called)) return;
    const parameters = (called as unknown as { getParameters(): ParameterDeclaration[] }).getParameters();
    node.getArguments().forEach((value, index) => {
      const subject = subjectOf(value);
      const parameter = parameters[index];
      if (subject !== undefined && parameter !== undefined) passed.set(parameter, subject);
    });
  });
  const places: { start: number; type: string }[] = [];
  file.forEachDescendant((node) => {
    if (!Node.isParameterDeclaration(node) || !Node.isIdentifier(node.getNameNode()) || !node.getType().isAny()) return;
    if (node.getTypeNode() !== undefined) return;
    const subject = passed.get(node) ?? (names.test(node.getName()) ? 'docker' : undefined);
    if (subject === undefined) return;
    const type = subject === 'docker' ? '}' : `.${subject[0]?.toUpperCase()}${subject.slice(1)}}`;
    places.push({ start: node.getStart(), type });
  });
  return places;
}
