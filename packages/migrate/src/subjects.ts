/** Finds the expressions that are dockerode itself, or one of its objects. */
import ts from 'typescript';
import type { Callbacks } from './callbacks.js';
import { getters, rules, type Subject } from './rules.js';

/** What an expression is: dockerode, or an object of it. */
export interface Found {
  readonly subject: Subject;
  /** The expression of dockerode, by which the calls of an object are made; undefined where it is not known. */
  readonly docker: ts.Expression | undefined;
}

const dockerNames = /^_?docker(ode)?(client)?$/i;

export class Subjects {
  readonly #checker: ts.TypeChecker;
  readonly #callbacks: () => Callbacks;

  constructor(checker: ts.TypeChecker, callbacks: () => Callbacks) {
    this.#checker = checker;
    this.#callbacks = callbacks;
  }

  /** Returns what an expression is, from its form and from the declaration of its variable. */
  of(node: ts.Expression): Found | undefined {
    const expression = bare(node);
    if (ts.isNewExpression(expression)) {
      return this.isDockerode(expression.expression) ? { subject: 'docker', docker: expression } : undefined;
    }
    if (ts.isCallExpression(expression)) return this.#ofCall(expression);
    if (ts.isPropertyAccessExpression(expression)) {
      return dockerNames.test(expression.name.text) ? { subject: 'docker', docker: expression } : undefined;
    }
    return ts.isIdentifier(expression) ? this.#ofVariable(expression) : undefined;
  }

  /** Whether an expression is the class that `dockerode` exports. */
  isDockerode(expression: ts.Node): boolean {
    const declaration = this.declarationOf(expression);
    if (declaration === undefined) return false;
    const statement = ts.findAncestor(
      declaration,
      (node) => ts.isImportDeclaration(node) || ts.isVariableStatement(node),
    );
    return statement !== undefined && isDockerodeImport(statement);
  }

  declarationOf(node: ts.Node): ts.Declaration | undefined {
    return this.#checker.getSymbolAtLocation(node)?.declarations?.[0];
  }

  #ofCall({ expression }: ts.CallExpression): Found | undefined {
    if (!ts.isPropertyAccessExpression(expression)) return undefined;
    const owner = this.of(expression.expression);
    if (owner === undefined) return undefined;
    const method = expression.name.text;
    const got = owner.subject === 'docker' ? getters[method] : undefined;
    if (got !== undefined) return { subject: got, docker: expression.expression };
    const rule = rules[owner.subject][method];
    if (typeof rule !== 'object' || rule.returns === undefined) return undefined;
    return { subject: rule.returns.subject, docker: owner.docker };
  }

  #ofVariable(identifier: ts.Identifier): Found | undefined {
    const declaration = this.declarationOf(identifier);
    if (declaration === undefined)
      return dockerNames.test(identifier.text) ? { subject: 'docker', docker: identifier } : undefined;
    if (ts.isVariableDeclaration(declaration) || ts.isParameter(declaration)) {
      const typed = this.#ofType(declaration.type);
      if (typed !== undefined)
        return typed === 'docker' ? { subject: typed, docker: identifier } : { subject: typed, docker: undefined };
      if (declaration.initializer !== undefined) {
        const found = this.of(declaration.initializer);
        if (found !== undefined) return found.subject === 'docker' ? { ...found, docker: identifier } : found;
      }
    }
    const call = this.#callbacks().ofParameter(declaration)?.call;
    if (call !== undefined) return this.#ofCall(call);
    const isVariable = ts.isVariableDeclaration(declaration) || ts.isParameter(declaration);
    return isVariable && dockerNames.test(identifier.text) ? { subject: 'docker', docker: identifier } : undefined;
  }

  /** `Docker`, `Docker.Container`. */
  #ofType(type: ts.TypeNode | undefined): Subject | undefined {
    if (type === undefined || !ts.isTypeReferenceNode(type)) return undefined;
    const { typeName } = type;
    if (ts.isIdentifier(typeName)) return this.isDockerode(typeName) ? 'docker' : undefined;
    if (!this.isDockerode(typeName.left)) return undefined;
    const name = typeName.right.text.toLowerCase();
    return name in rules ? (name as Subject) : undefined;
  }
}

/** An expression without parentheses, `await`, `!` and `as`. */
export function bare(node: ts.Expression): ts.Expression {
  if (ts.isParenthesizedExpression(node) || ts.isAwaitExpression(node)) return bare(node.expression);
  if (ts.isNonNullExpression(node) || ts.isAsExpression(node)) return bare(node.expression);
  return node;
}

/** `import Docker from 'dockerode'`, `const Docker = require('dockerode')`. */
export function isDockerodeImport(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node)) return isName(node.moduleSpecifier);
  if (!ts.isVariableStatement(node)) return false;
  return node.declarationList.declarations.some(({ initializer }) => {
    if (initializer === undefined || !ts.isCallExpression(initializer)) return false;
    const [argument] = initializer.arguments;
    return initializer.expression.getText() === 'require' && argument !== undefined && isName(argument);
  });
}

function isName(node: ts.Node): boolean {
  return ts.isStringLiteral(node) && node.text === 'dockerode';
}
