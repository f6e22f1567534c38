/** Evaluates arithmetic expressions such as `i + 1`. */
import type { ArithmeticExpression } from 'unbash';

export interface ArithmeticScope {
  value(name: string): string;
  assign(name: string, value: string): void;
  /** Expands `$name` and `$(command)` within the expression. */
  expand(expression: ArithmeticExpression): Promise<string>;
}

export async function evaluate(expression: ArithmeticExpression, scope: ArithmeticScope): Promise<number> {
  switch (expression.type) {
    case 'ArithmeticGroup':
      return evaluate(expression.expression, scope);
    case 'ArithmeticTernary': {
      const { test, consequent, alternate } = expression;
      return evaluate((await evaluate(test, scope)) === 0 ? alternate : consequent, scope);
    }
    case 'ArithmeticUnary':
      return unary(expression.operator, expression.operand, expression.prefix, scope);
    case 'ArithmeticBinary':
      return binary(expression.operator, expression.left, expression.right, scope);
    default:
      return numberOf(await scope.expand(expression), scope);
  }
}

function numberOf(text: string, scope: ArithmeticScope, depth = 0): number {
  const trimmed = text.trim();
  if (/^[A-Za-z_]\w*$/.test(trimmed)) return depth > 20 ? 0 : numberOf(scope.value(trimmed), scope, depth + 1);
  if (/^0[0-7]+$/.test(trimmed)) return Number.parseInt(trimmed, 8);
  const number = Number(trimmed === '' ? 0 : trimmed);
  if (Number.isNaN(number)) throw new Error('arithmetic syntax error');
  return Math.trunc(number);
}

async function unary(
  operator: string,
  operand: ArithmeticExpression,
  isPrefix: boolean,
  scope: ArithmeticScope,
): Promise<number> {
  const value = await evaluate(operand, scope);
  switch (operator) {
    case '-':
      return -value;
    case '!':
      return value === 0 ? 1 : 0;
    case '~':
      return ~value;
    case '++':
    case '--': {
      const changed = operator === '++' ? value + 1 : value - 1;
      scope.assign(nameOf(operand), String(changed));
      return isPrefix ? changed : value;
    }
    default:
      return value;
  }
}

async function binary(
  operator: string,
  left: ArithmeticExpression,
  right: ArithmeticExpression,
  scope: ArithmeticScope,
): Promise<number> {
  if (/^([-+*/%&|^]|<<|>>)?=$/.test(operator)) {
    const value = await evaluate(right, scope);
    const result = operator === '=' ? value : calculate(operator.slice(0, -1), await evaluate(left, scope), value);
    scope.assign(nameOf(left), String(result));
    return result;
  }
  const first = await evaluate(left, scope);
  if (operator === '&&') return first !== 0 && (await evaluate(right, scope)) !== 0 ? 1 : 0;
  if (operator === '||') return first !== 0 || (await evaluate(right, scope)) !== 0 ? 1 : 0;
  return calculate(operator, first, await evaluate(right, scope));
}

function calculate(operator: string, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '**':
      return left ** right;
    case '/':
    case '%':
      if (right === 0) throw new Error('divide by zero');
      return operator === '/' ? Math.trunc(left / right) : left % right;
    case '<<':
      return left << right;
    case '>>':
      return left >> right;
    case '&':
      return left & right;
    case '|':
      return left | right;
    case '^':
      return left ^ right;
    case ',':
      return right;
    default:
      return compare(operator, left, right) ? 1 : 0;
  }
}

function compare(operator: string, left: number, right: number): boolean {
  switch (operator) {
    case '==':
      return left === right;
    case '!=':
      return left !== right;
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
    default:
      throw new Error(`arithmetic syntax error: ${operator}`);
  }
}

function nameOf(expression: ArithmeticExpression): string {
  if (expression.type === 'ArithmeticWord') return expression.value;
  throw new Error('arithmetic syntax error');
}
